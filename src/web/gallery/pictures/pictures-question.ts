import { Store, useStorePart } from '../../stores/store.ts';

/** What is asked before it is done. */
export interface PicturesQuestion {
  is: 'duplicate' | 'remove';
  ids: readonly number[];
}

const asked = new Store<PicturesQuestion | null>(null);
export const usePicturesQuestion = () => useStorePart(asked, (question) => question);
export const ask = (question: PicturesQuestion): void => asked.set(question);
export const answered = (): void => asked.set(null);
