import { useCallback, useEffect, useRef, useState } from 'react';
import type { ImageRecord } from '../../contract/image-record.ts';
import { colon, t as page } from '../i18n/words.ts';
import type { ColorLabel } from '../../contract/color-labels.ts';
import { organise, organiseTogether } from '../organising/organise.ts';
import { redoLast, undoLast } from '../organising/undo.ts';
import { tellHere } from '../organising/telling.ts';
import type { Done } from './message.tsx';
import { t } from './words.ts';
import { useLatest } from '../ui/use-latest.ts';

/** What can be decided about one picture. */
export type Judgment = { stars: number } | 'reject' | ColorLabel;

interface Judge {
  whyNot: string | null;
  /** Goes to the picture whose decision was undone or redone. */
  onUndone: (id: number) => void;
}

/** Decisions with their message; `organising/` stores them. */
export function useJudge({ whyNot, onUndone }: Judge) {
  const [done, setDone] = useState<Done | null>(null);
  const key = useRef(0);
  const show = useCallback((what: Omit<Done, 'key'>) => setDone({ ...what, key: ++key.current }), []);
  const say = useCallback((words: string) => show({ stars: null, words, undo: null }), [show]);

  const back = useCallback(
    (step: () => readonly number[]) => {
      if (whyNot !== null) {
        say(whyNot);
        return;
      }
      const [id] = step();
      if (id !== undefined) onUndone(id);
    },
    [whyNot, say, onUndone],
  );
  const undo = useCallback(() => back(undoLast), [back]);
  const redo = useCallback(() => back(redoLast), [back]);
  const latestUndo = useLatest(undo);

  // A decision is shown when it is made, so messages about stored ones are left out.
  useEffect(
    () =>
      tellHere(({ title, action }) => {
        // The status slot says this already.
        if (!action && title !== page('waiting.offlineTitle')) say(title);
      }),
    [say],
  );

  /** Decides about one picture; false when nothing may be changed. */
  const judge = useCallback(
    (wish: Judgment, image: ImageRecord): boolean => {
      if (whyNot !== null) {
        say(whyNot);
        return false;
      }
      organise(wish, [image.id]);
      show({ ...said(wish, image), undo: () => latestUndo.current() });
      return true;
    },
    [whyNot, say, show, latestUndo],
  );

  /** Keeps some of a burst and rejects the others. */
  const sort = useCallback(
    (starred: readonly number[], stars: number, rejected: readonly number[], words: string): boolean => {
      if (whyNot !== null) {
        say(whyNot);
        return false;
      }
      organiseTogether([
        { wish: { stars }, ids: starred },
        { wish: 'reject', ids: rejected },
      ]);
      show({ stars: null, words, undo: () => latestUndo.current() });
      return true;
    },
    [whyNot, say, show, latestUndo],
  );

  const forget = useCallback(() => setDone(null), []);
  return { done, judge, sort, undo, redo, say, forget };
}

/** A decision about a picture in a few words; stars are drawn. */
function said(wish: Judgment, image: ImageRecord): Pick<Done, 'stars' | 'words'> {
  const name = nameOf(image);
  if (wish === 'reject')
    return image.rating < 0
      ? { stars: null, words: page('organise.notRejected') + colon() + name }
      : { stars: 'reject', words: name };
  if (typeof wish === 'string') {
    const key = image.color_labels.includes(wish) ? 'organise.unlabelled' : 'organise.labelled';
    return { stars: null, words: page(key, { label: page(`marks.${wish}`) }) + colon() + name };
  }
  return wish.stars > 0
    ? { stars: wish.stars, words: name }
    : { stars: 0, words: page('organise.noStars') + colon() + name };
}

/** Without the extension, as photographers say it. */
export const nameOf = ({ filename }: ImageRecord): string => filename.replace(/\.[^.]+$/, '');

/** For screen readers: the picture with its rating, and how many are undecided. */
export function sayingOf(image: ImageRecord | undefined, undecided: number | null): string {
  if (!image) return '';
  const rating =
    image.rating < 0 ? page('marks.rejected') : image.rating > 0 ? page('marks.stars', { count: image.rating }) : '';
  const name = [nameOf(image), rating].filter(Boolean).join(', ');
  return undecided === null ? name : t('now', { name, number: undecided });
}
