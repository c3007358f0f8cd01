import { useEffect } from 'react';
import { useQueries, type UseQueryResult } from '@tanstack/react-query';
import { Send } from 'lucide-react';
import type { PublishedImage } from '../../contract/publications.ts';
import { publishedQuery } from '../api/published.ts';
import { type PublishedMark, showPublishedMarks } from '../gallery/published-mark.ts';
import { classes } from '../ui/classes.ts';
import styles from './published-marks.module.css';
import { isCurrent, publishedWords } from './published-words.ts';

/** Hands the tiles what is published of these pictures. */
export function PublishedMarks({ blocks }: { blocks: readonly (readonly number[])[] }) {
  const marks = useQueries({ queries: blocks.map(publishedQuery), combine: marksOf });
  useEffect(() => showPublishedMarks(marks), [marks]);
  useEffect(() => () => showPublishedMarks(new Map()), []);
  return null;
}

/** It is called anew only when something has arrived. */
function marksOf(found: readonly UseQueryResult<PublishedImage[]>[]): ReadonlyMap<number, PublishedMark> {
  const byImage = Map.groupBy(
    found.flatMap(({ data = [] }) => data),
    ({ image_id }) => image_id,
  );
  return new Map(
    [...byImage].map(([id, items]) => {
      const words = items.map(publishedWords).join('\n');
      return [id, { words, mark: <Mark words={words} isCurrent={items.every(isCurrent)} /> }];
    }),
  );
}

/** Filled where what is there is older, so that it does not depend on the color. */
const Mark = ({ words, isCurrent: isSo }: { words: string; isCurrent: boolean }) => (
  <span
    className={classes(styles.published, !isSo && styles.outdated)}
    title={words}
    data-mark={isSo ? 'published' : 'published-outdated'}
  >
    <Send size={13} aria-hidden />
  </span>
);
