import { Kept, useStorePart } from '../stores/store.ts';
import type { UndecidedRolls } from './verdict.ts';

/** [Note: One star] darktable's import gives each picture one star unless it is set otherwise. Only the photographer knows what it means there. */
const answers = new Kept('one-star-undecided', (text) => {
  const byFilm = parse(text ?? '{}');
  const undecided: UndecidedRolls = new Set(
    Object.keys(byFilm)
      .filter((film) => byFilm[film])
      .map(Number),
  );
  return { byFilm, undecided };
});

function parse(text: string): Record<string, boolean> {
  try {
    const kept: unknown = JSON.parse(text);
    return typeof kept === 'object' && kept !== null ? (kept as Record<string, boolean>) : {};
  } catch {
    return {};
  }
}

/** Whether it was asked about this film roll. */
export const isAnswered = (film: number): boolean => String(film) in answers.snapshot().byFilm;

export const answerOneStar = (film: number, isUndecided: boolean): void =>
  answers.keep(JSON.stringify({ ...answers.snapshot().byFilm, [film]: isUndecided }));

export const useOneStarUndecided = (): UndecidedRolls => useStorePart(answers, ({ undecided }) => undecided);
