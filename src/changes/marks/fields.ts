import { COLOR_LABELS } from '../../contract/color-labels.ts';
import type { FieldValue, ImageChange } from '../../contract/image-change.ts';
import { COORDINATES, TEXTS, type Organised } from '../../library/organised.ts';

/**
 * [Note: Fields] The marks of an image consist of independent fields: `stars`, `rejected`, each label, each tag, each text, each
 * coordinate. So two people can tag the same image, and an undo takes back only what its change did.
 */
export interface FieldEdit {
  field: string;
  before: FieldValue;
  after: FieldValue;
}

const LABEL = 'label:';
const TAG = 'tag:';

export const labelOf = (field: string): number | null =>
  field.startsWith(LABEL) ? COLOR_LABELS.indexOf(field.slice(LABEL.length) as (typeof COLOR_LABELS)[number]) : null;
export const tagOf = (field: string): string | null => (field.startsWith(TAG) ? field.slice(TAG.length) : null);

/** The present value of a field. */
export function valueOf(image: Organised, field: string): FieldValue {
  if (field === 'stars') return image.stars;
  if (field === 'rejected') return image.isRejected;
  const label = labelOf(field);
  if (label !== null) return (image.labels & (1 << label)) !== 0;
  const tag = tagOf(field);
  if (tag !== null) return image.tags.includes(tag);
  const text = TEXTS.find((name) => name === field);
  if (text) return image.texts[text];
  const coordinate = COORDINATES.find((name) => name === field);
  if (coordinate) return image.place[coordinate];
  throw new Error(`There is no field ${field}.`);
}

/** The fields to write so that the image is as wanted; none where it already is. `nameOf`: the name of a tag given by id. */
export function editsFor(change: ImageChange, image: Organised, nameOf: (tag: number | string) => string): FieldEdit[] {
  const wanted = new Map<string, FieldValue>();
  const { rating, rejected, color_labels: labels, tags } = change;
  if (rating !== undefined) {
    // A reject keeps its stars, as with R in darktable.
    if (rating >= 0) wanted.set('stars', rating);
    wanted.set('rejected', rating < 0);
  }
  if (rejected !== undefined) wanted.set('rejected', rejected);
  if (Array.isArray(labels)) for (const name of COLOR_LABELS) wanted.set(LABEL + name, labels.includes(name));
  else if (labels) {
    for (const name of labels.add ?? []) wanted.set(LABEL + name, true);
    for (const name of labels.remove ?? []) wanted.set(LABEL + name, false);
  }
  if (tags?.set) {
    for (const name of image.tags) wanted.set(TAG + name, false);
    for (const tag of tags.set) wanted.set(TAG + nameOf(tag), true);
  }
  for (const tag of tags?.add ?? []) wanted.set(TAG + nameOf(tag), true);
  for (const tag of tags?.remove ?? []) wanted.set(TAG + nameOf(tag), false);
  for (const name of TEXTS) {
    const text = change[name];
    if (text !== undefined) wanted.set(name, trimmed(text));
  }
  for (const name of COORDINATES) {
    const number = change[name];
    if (number !== undefined) wanted.set(name, number);
  }
  return [...wanted]
    .map(([field, after]) => ({ field, before: valueOf(image, field), after }))
    .filter(({ before, after }) => before !== after);
}

/** As darktable stores it: without trailing blanks, and null for an empty text. */
function trimmed(text: string | null): string | null {
  const stored = text?.trimEnd() ?? '';
  return stored === '' ? null : stored;
}

/** Whether an image has exactly the values of these edits. */
export const isAsEdited = (image: Organised, edits: readonly FieldEdit[]): boolean =>
  edits.every(({ field, after }) => valueOf(image, field) === after);

/** Whether an image still has the values from before the edits. */
export const isAsBefore = (image: Organised, edits: readonly FieldEdit[]): boolean =>
  edits.every(({ field, before }) => valueOf(image, field) === before);

export const takenBack = ({ field, before, after }: FieldEdit): FieldEdit => ({ field, before: after, after: before });
