import type { HistoryValues, WantedHistory } from '../../darktable/operation-jobs.ts';
import { encodedRow } from '../writing/row-changes.ts';

/**
 * Whether a history is as wanted. darktable may have put its own first steps in front of it, may have taken steps to newer versions of their modules
 * ([Note: What darktable converts]), and gives an image without an order one of its own.
 */
export function isSameHistory(present: WantedHistory, wanted: WantedHistory): boolean {
  const more = present.steps.length - wanted.steps.length;
  if (more < 0 || present.end !== wanted.end + more) return false;
  // Of nothing, darktable makes its first steps at once.
  if (wanted.steps.length === 0) return true;
  if (!isSameOrder(present.order, wanted.order)) return false;
  const steps = byNumber(present.steps).slice(more);
  const isSame = byNumber(wanted.steps).every((step, at) => isSameStep(steps[at]!, step));
  const masks = byShape(present.masks);
  return (
    isSame &&
    masks.length === wanted.masks.length &&
    byShape(wanted.masks).every((shape, at) => isSameShape(masks[at]!, shape))
  );
}

/** darktable adds modules that are newer than a list. */
export function isSameOrder(present: WantedHistory['order'], wanted: WantedHistory['order']): boolean {
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

const byShape = (masks: readonly HistoryValues[]) =>
  byNumber(masks).toSorted((one, other) => Number(one.formid) - Number(other.formid));

/** Whether a step is the wanted one, wherever it stands, or what darktable makes of it. */
export function isSameStep(present: HistoryValues, wanted: HistoryValues): boolean {
  const named = ({ operation, enabled, multi_priority: priority, multi_name: name }: HistoryValues) =>
    encodedRow({ operation: operation!, enabled: enabled!, priority: priority ?? 0n, name: name ?? '' });
  return (
    named(present) === named(wanted) &&
    isConverted([present.module, present.op_params], [wanted.module, wanted.op_params]) &&
    // Without blending, darktable takes its defaults.
    (bytesOf(wanted.blendop_params).length === 0 ||
      isConverted([present.blendop_version, present.blendop_params], [wanted.blendop_version, wanted.blendop_params]))
  );
}

/** Whether a shape is the wanted one, or what darktable makes of it. */
export const isSameShape = (present: HistoryValues, wanted: HistoryValues): boolean =>
  present.formid === wanted.formid &&
  present.form === wanted.form &&
  isConverted([present.version, present.points], [wanted.version, wanted.points]) &&
  isConverted([present.version, present.source], [wanted.version, wanted.source]);

type Versioned = readonly [version: HistoryValues[string] | undefined, bytes: HistoryValues[string] | undefined];

const isConverted = ([version, bytes]: Versioned, [wantedVersion, wanted]: Versioned): boolean =>
  version === wantedVersion ? bytesOf(bytes).equals(bytesOf(wanted)) : Number(version) > Number(wantedVersion);

const bytesOf = (value: HistoryValues[string] | undefined) => (Buffer.isBuffer(value) ? value : Buffer.alloc(0));
