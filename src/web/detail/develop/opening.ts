import type { ModuleEntry } from '../../api/modules.ts';
import type { Edits } from './edits.ts';
import { blendPatch } from './visit-steps.ts';

/** How many steps were in force when the picture was opened; null: as many as now; gone: they are no longer there. */
export type OpeningEnd = number | 'gone' | null;

/** What to render to see a picture as it was opened; null: a request cannot say it. A request can name one instance of a module only, and no step that is gone. */
export function requestFor(opening: readonly ModuleEntry[], end: OpeningEnd): ReturnType<Edits['beforeRequest']> {
  if (end === 'gone') return null;
  if (opening.length === 0) return { history_end: end ?? 0 };
  if (new Set(opening.map(({ operation }) => operation)).size < opening.length) return null;
  const asThen = ({ operation, multi_priority: instance, params_b64, enabled, blend }: ModuleEntry) =>
    [operation, { instance, params_b64, enabled, ...blendPatch(blend) }] as const;
  return { modules: Object.fromEntries(opening.map(asThen)), ...(end !== null && { history_end: end }) };
}
