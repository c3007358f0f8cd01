import { useEffect } from 'react';
import { useQueries, type UseQueryResult } from '@tanstack/react-query';
import type { PublishedImage } from '../../contract/publications.ts';
import { publishedQuery } from '../api/published.ts';
import { type PublishedMark, showPublishedMarks } from '../gallery/published-mark.ts';
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
  const marks = new Map<number, PublishedMark>();
  for (const item of found.flatMap(({ data = [] }) => data)) {
    const before = marks.get(item.image_id);
    const words = publishedWords(item);
    marks.set(item.image_id, {
      words: before ? `${before.words}\n${words}` : words,
      isCurrent: (before?.isCurrent ?? true) && isCurrent(item),
    });
  }
  return marks;
}
