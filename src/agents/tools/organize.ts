import { z } from 'zod';
import { COLOR_LABELS } from '../../contract/color-labels.ts';
import type { ImageChange } from '../../contract/image-change.ts';
import type { ImageRecord } from '../../contract/image-record.ts';
import { COORDINATE_LIMITS, COORDINATES, TEXTS, type Coordinate } from '../../contract/image-texts.ts';
import { LONGEST_TAG } from '../../contract/tag-names.ts';
import { changeTool, doneOf } from '../change-tool.ts';
import { imageRecord } from '../image-facts.ts';
import type { Outlook } from '../desk/desk.ts';
import { Refusal } from '../refusal.ts';
import { versionMark } from '../version-mark.ts';

const text = () => z.string().max(2_000).optional();
const coordinate = (name: Coordinate) =>
  z.number().min(-COORDINATE_LIMITS[name]).max(COORDINATE_LIMITS[name]).optional();
const labels = () => z.array(z.enum(COLOR_LABELS)).max(5).optional();
const tags = () => z.array(z.string().max(LONGEST_TAG)).max(50).optional();

const own = {
  rating: z.number().int().min(-1).max(5).optional().describe('Stars; -1 rejects and keeps the stars for later'),
  rejected: z.boolean().optional().describe('false takes a reject back'),
  add_labels: labels(),
  remove_labels: labels(),
  add_tags: tags().describe('Full names, with | between the branches'),
  remove_tags: tags(),
  title: text(),
  description: text(),
  creator: text(),
  publisher: text(),
  rights: text(),
  notes: text(),
  latitude: coordinate('latitude'),
  longitude: coordinate('longitude'),
  altitude: coordinate('altitude').describe('Meters'),
  clear: z
    .array(z.enum([...TEXTS, ...COORDINATES]))
    .max(9)
    .optional()
    .describe('Fields to empty; an empty text alone leaves a field as it is'),
};
type Wanted = z.output<z.ZodObject<typeof own>>;

export const organize = changeTool({
  name: 'safelight_organize',
  title: 'Rate, label, tag and describe',
  description:
    'Stars, reject, color labels, tags, texts and place of images. What is not given stays. Above 25 images it is only planned, unless dry_run is false. One safelight_undo takes all of it back. Give only what the photographer asked for.',
  scopes: ['images:write', 'images:read'],
  isIdempotent: true,
  own,
  most: 100,
  outlook: (wanted, imageIds, call) => {
    const change = changeOf(wanted);
    return Promise.all(
      imageIds.map(async (image_id): Promise<Outlook> => {
        const record = await imageRecord(call, image_id);
        return record
          ? { image_id, version: versionOf(record), changes: differences(record, change), refused: null }
          : { image_id, version: '', changes: [], refused: 'it is not in the library' };
      }),
    );
  },
  async carryOut(wanted, imageIds, { api }) {
    const body = { ids: imageIds, change: changeOf(wanted) };
    return doneOf(await api.json({ method: 'PATCH', path: '/images', body }));
  },
});

/** As the API has it. Throws Refusal when nothing is wanted. */
function changeOf({ add_labels, remove_labels, add_tags, remove_tags, clear, ...given }: Wanted): ImageChange {
  const change: ImageChange = {
    ...given,
    ...Object.fromEntries((clear ?? []).map((field) => [field, null] as const)),
    ...((add_labels ?? remove_labels) && { color_labels: { add: add_labels, remove: remove_labels } }),
    ...((add_tags ?? remove_tags) && { tags: { add: add_tags, remove: remove_tags } }),
  };
  if (Object.keys(change).length === 0)
    throw new Refusal('Nothing was done: say what to change, such as rating or add_tags.');
  return change;
}

/** What stands in the image and not in the wish, in words. */
function differences(record: ImageRecord, change: ImageChange): Outlook['changes'] {
  const found: Outlook['changes'] = [];
  type Value = string | number | boolean | null;
  const add = (field: string, before: Value, after: Value) => {
    if (before !== after) found.push({ field, before: said(before), after: said(after) });
  };
  if (change.rating !== undefined) add('rating', record.rating, change.rating);
  if (change.rejected !== undefined) add('rejected', record.rating === -1, change.rejected);
  for (const field of [...TEXTS, ...COORDINATES])
    if (change[field] !== undefined) add(field, record[field] ?? null, change[field]);
  const { color_labels, tags: wantedTags } = change;
  if (color_labels && !Array.isArray(color_labels)) {
    for (const label of color_labels.add ?? []) add(`label ${label}`, record.color_labels.includes(label), true);
    for (const label of color_labels.remove ?? []) add(`label ${label}`, record.color_labels.includes(label), false);
  }
  for (const tag of wantedTags?.add ?? []) add(`tag ${tag}`, record.tags.includes(String(tag)), true);
  for (const tag of wantedTags?.remove ?? []) add(`tag ${tag}`, record.tags.includes(String(tag)), false);
  return found;
}

const said = (value: string | number | boolean | null) =>
  value === null ? '' : value === true ? 'yes' : value === false ? 'no' : String(value);

/** Of all that this tool can change. */
function versionOf(record: ImageRecord): string {
  const marks = [
    record.rating,
    record.color_labels,
    record.tags,
    ...[...TEXTS, ...COORDINATES].map((field) => record[field]),
  ];
  return versionMark(JSON.stringify(marks));
}
