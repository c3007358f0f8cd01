import type { HistoryValues, WantedHistory } from '../darktable/operation-jobs.ts';
import { encodedRow, type Row } from './row-changes.ts';

/**
 * Whether a history is as wanted. darktable may have put its own first steps in front of it, may have taken steps to newer versions of their modules,
 * and gives an image without an order one of its own.
 */
export function isSameHistory(present: WantedHistory, wanted: WantedHistory): boolean {
  const more = present.steps.length - wanted.steps.length;
  if (more < 0 || present.end !== wanted.end + more) return false;
  // Of nothing, darktable makes its first steps at once.
  if (wanted.steps.length === 0) return true;
  if (!isSameOrder(present.order, wanted.order)) return false;
  const steps = byNumber(present.steps).slice(more);
  const isSame = byNumber(wanted.steps).every((step, at) => isSameStep(steps[at]!, step));
  return isSame && shapesOf(present.masks) === shapesOf(wanted.masks);
}

/** darktable adds modules that are newer than a list. */
function isSameOrder(present: WantedHistory['order'], wanted: WantedHistory['order']): boolean {
  if (wanted === null) return true;
  if (present?.version !== wanted.version) return false;
  const words = instancesIn(wanted.list);
  const known = new Set(words);
  return (
    words.join() ===
    instancesIn(present.list)
      .filter((word) => known.has(word))
      .join()
  );
}

/** `exposure,0` and so on. */
const instancesIn = (list: string | null): readonly string[] => list?.match(/[^,]+,[^,]+/g) ?? [];

const byNumber = (steps: readonly HistoryValues[]) =>
  steps.toSorted((one, other) => Number(one.num) - Number(other.num));

function isSameStep(one: HistoryValues, wanted: HistoryValues): boolean {
  const isNewer = one.module !== wanted.module;
  const compared = ({ operation, enabled, multi_priority: priority, multi_name: name, ...rest }: HistoryValues) =>
    encodedRow({
      ...{ operation: operation!, enabled: enabled!, priority: priority ?? 0n, name: name ?? '' },
      ...(isNewer ? {} : { params: bytesOf(rest.op_params), blending: bytesOf(rest.blendop_params) }),
    });
  return compared(one) === compared(wanted);
}

const bytesOf = (value: HistoryValues[string] | undefined) => (Buffer.isBuffer(value) ? value : Buffer.alloc(0));

const shapesOf = (masks: readonly HistoryValues[]) =>
  masks
    .map(({ formid, form, version, points, source }) =>
      encodedRow({ formid, form, version, points: bytesOf(points), source: bytesOf(source) } as Row),
    )
    .toSorted()
    .join('\n');
