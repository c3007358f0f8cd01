import { useSyncExternalStore } from 'react';
import type { UndecidedRolls } from './verdict.ts';

/** [Note: One star] darktable's import gives each picture one star unless it is set otherwise. Only the photographer knows what it means there. */
const KEY = 'one-star-undecided';
const listeners = new Set<() => void>();
let answers = read();
let undecided: UndecidedRolls = rollsOf(answers);

function read(): Record<string, boolean> {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? '{}');
    return typeof kept === 'object' && kept !== null ? (kept as Record<string, boolean>) : {};
  } catch {
    return {};
  }
}

function rollsOf(from: Record<string, boolean>): UndecidedRolls {
  return new Set(
    Object.keys(from)
      .filter((film) => from[film])
      .map(Number),
  );
}

/** Whether it was asked about this film roll. */
export const isAnswered = (film: number): boolean => String(film) in answers;

export function answerOneStar(film: number, isUndecided: boolean): void {
  answers = { ...answers, [film]: isUndecided };
  localStorage.setItem(KEY, JSON.stringify(answers));
  undecided = rollsOf(answers);
  for (const listener of [...listeners]) listener();
}

export const useOneStarUndecided = (): UndecidedRolls =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => undecided,
  );
