import type { Check } from '../contract/admin.ts';
import { inEnglish, type Wording, wordings } from './wording.ts';

/** What a check finds; `diagnose` says which check it was. */
export type Finding = Omit<Check, 'id' | 'title'>;
type Words = Wording | readonly Wording[] | string;

const finding = (status: Finding['status'], detail: Words, advice: Words | null): Finding => {
  const [found, todo] = [wordings(detail), wordings(advice ?? [])];
  return {
    status,
    detail: inEnglish(found),
    advice: advice === null ? null : inEnglish(todo),
    words: { detail: found, advice: todo },
  };
};
export const ok = (detail: Words) => finding('ok', detail, null);
export const warn = (detail: Words, advice: Words) => finding('warn', detail, advice);
export const fail = (detail: Words, advice: Words) => finding('fail', detail, advice);
