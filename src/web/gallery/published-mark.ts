import type { ReactNode } from 'react';
import { Store, useStorePart } from '../stores/store.ts';

export interface PublishedMark {
  /** In which publications, as of when. */
  words: string;
  /** What shows it, made by the part that is loaded for it. */
  mark: ReactNode;
}

/** Of the pictures near the window that are published. */
const marks = new Store<ReadonlyMap<number, PublishedMark>>(new Map());

export const usePublishedMark = (id: number): PublishedMark | undefined => useStorePart(marks, (all) => all.get(id));
export const showPublishedMarks = (shown: ReadonlyMap<number, PublishedMark>): void => marks.set(shown);
