/** Marks of images, made by the plugin in a running darktable: docs/bridge-protocol.md, "Organizing". */
import { doImageJob, endLeftoverJobs, escaped, type ImageAnswer, type ImageJobOptions } from './image-jobs.ts';
import type { Heartbeat } from './bridge-heartbeat.ts';

/** The wanted value of a field: `stars`, `rejected`, `label:red`, `tag:Full|Name`, a text, or a coordinate. null: none. */
export interface WantedField {
  field: string;
  after: FieldValue;
  /** The present value: an image with another value when its turn comes is left alone (`changed`). Tags are not checked. */
  before?: FieldValue;
}
type FieldValue = string | number | boolean | null;

export interface OrganiseImage {
  imageId: number;
  /** Full path of the image: the plugin refuses an id that belongs to another file. */
  file: string;
  /** The present stars, also those behind a reject, which Lua cannot read. Needed to take a reject back. */
  stars: number;
  wanted: readonly WantedField[];
}

/**
 * Has the plugin set fields of these images and waits for it. Returns an answer for every image. Throws file system errors, never the plugin's
 * failures.
 */
export async function organiseThroughBridge(
  { organiseDir, editsDir }: { organiseDir: string; editsDir: string },
  images: readonly OrganiseImage[],
  options: ImageJobOptions = {},
): Promise<Map<number, ImageAnswer>> {
  const job = {
    folder: organiseDir,
    queue: 'organise.queue',
    editsDir,
    imageIds: images.map(({ imageId }) => imageId),
    text: images.map(imageLines).join(''),
  };
  return (await doImageJob(job, options)).images;
}

/** See `endLeftoverJobs`. */
export const endLeftoverMarks = (organiseDir: string, heartbeat: Heartbeat | null): boolean =>
  endLeftoverJobs(organiseDir, 'organise', heartbeat);

/** Throws an Error for a field that does not exist. */
function imageLines({ imageId, file, stars, wanted }: OrganiseImage): string {
  const lines = wanted.map(({ field, after }) => {
    const [key, value] = keyAndValue(field, after);
    return `${key}=${value}\n`;
  });
  const checks = checkLines(wanted.flatMap(({ field, before }) => (before === undefined ? [] : [{ field, before }])));
  const checked = checks.map((line) => `${line}\n`).join('');
  return `image=${imageId}\nfile=${escaped(file)}\nkept_stars=${stars}\n${checked}${lines.join('')}`;
}

/** A field and its present value. */
export type SeenField = Required<Pick<WantedField, 'field' | 'before'>>;

/** By these the plugin leaves an image alone that has other values when its turn comes. Tags are not checked. */
export const checkLines = (seen: readonly SeenField[]): string[] =>
  seen
    .filter(({ field }) => !field.startsWith('tag:'))
    .map(({ field, before }) => `was_${keyAndValue(field, before).join('=')}`);

const PLAIN_FIELD = /^(?:stars|creator|publisher|title|description|rights|notes|latitude|longitude|altitude)$/;
const COORDINATE = /^(?:latitude|longitude|altitude)$/;

function keyAndValue(field: string, after: FieldValue): [key: string, value: string] {
  if (field === 'rejected') return ['rejected', after === true ? '1' : '0'];
  const [, kind, name = ''] = /^(label|tag):(.+)$/s.exec(field) ?? [];
  if (kind === 'label') return [`label_${name}`, after === true ? '1' : '0'];
  if (kind === 'tag') return [after === true ? 'tag_add' : 'tag_remove', escaped(name)];
  if (!PLAIN_FIELD.test(field)) throw new Error(`There is no field ${field}.`);
  if (after === null) return [field, COORDINATE.test(field) ? 'none' : ''];
  return [field, escaped(String(after))];
}
