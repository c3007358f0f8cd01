import { createHash } from 'node:crypto';
import type { ImageRecord } from '../../contract/image-record.ts';
import type { Kept } from '../../contract/recipe-formats.ts';
import { type ExportState, exportStates } from '../../library/export-facts.ts';
import { imagesNamed } from '../../library/images-named.ts';
import type { Library } from '../../library/library.ts';
import { readExportStates } from '../../library/read-export-states.ts';
import { keptMetadata } from '../../publishing/keep-metadata.ts';
import { privateTexts, withoutTexts } from '../../publishing/private-texts.ts';
import { isSamePicture } from '../../publishing/publications/matching.ts';
import { keyOf } from '../../publishing/publications/source-pictures.ts';
import type { RenderedProof } from '../renditions.ts';

/** A picture of a proof, as the library has it now. */
export interface PictureNow {
  imageId: number;
  development: string;
  /** Of what its files say. */
  metadata: string;
}

/** By their keys, without those that are not in the library. An id that now belongs to another picture is none. Throws `library_unavailable`. */
export async function picturesNow(
  library: Pick<Library, 'file' | 'read'>,
  { pictures, keep }: Pick<RenderedProof, 'pictures' | 'keep'>,
): Promise<Map<string, PictureNow>> {
  const stayingHome = await privateTexts(library);
  const found = new Map<string, PictureNow>();
  const taken = new Set<number>();
  const take = (picture: string, imageId: number, { record, development }: ExportState) => {
    taken.add(imageId);
    found.set(picture, { imageId, development, metadata: metadataOf(keep, withoutTexts(record, stayingHome)) });
  };
  const missing: (typeof pictures)[number][] = [];
  const known = await readExportStates(
    library,
    pictures.map(({ imageId }) => imageId),
  );
  for (const one of pictures) {
    const state = known.get(one.imageId);
    if (state && isSamePicture(keyOf(state.record), one.key)) take(one.picture, one.imageId, state);
    else missing.push(one);
  }
  if (missing.length === 0) return found;
  const names = [...new Set(missing.map(({ key }) => key.filename))];
  const states = await library.read((reader) => exportStates(reader, imagesNamed(reader, names)));
  const byName = Map.groupBy(states, ([, { record }]) => record.filename);
  for (const { picture, key } of missing) {
    const same = (byName.get(key.filename) ?? []).filter(
      ([id, { record }]) => !taken.has(id) && isSamePicture(keyOf(record), key),
    );
    const exact = same.filter(
      ([, { record }]) => record.film_roll === key.folder && record.datetime_taken === key.taken,
    );
    // Of several nobody knows which.
    const [one] = exact.length === 1 ? exact : same.length === 1 ? same : [];
    if (one) take(picture, ...one);
  }
  return found;
}

/** Stars and tags are not counted: what a photographer marks, or takes over, changes nothing for guests. */
export function metadataOf(keep: readonly Kept[], record: ImageRecord): string {
  const told = keptMetadata(
    { keep: keep.filter((kept) => kept !== 'stars' && kept !== 'tags'), drop_tags: [] },
    record,
  );
  return createHash('sha1').update(JSON.stringify(told)).digest('base64url');
}
