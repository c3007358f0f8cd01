import { createHash } from 'node:crypto';
import type { ImageRecord } from '../../contract/image-record.ts';
import type { Recipe } from '../../contract/recipes.ts';
import type { ExportState } from '../../library/export-facts.ts';
import type { Library } from '../../library/library.ts';
import { readExportStates } from '../../library/read-export-states.ts';
import { keptMetadata } from '../keep-metadata.ts';
import { privateTexts, withoutTexts } from '../private-texts.ts';
import type { PictureKey, Shown } from './ledger.ts';

/** A picture that is to be at the destination, as the library has it now. */
export interface SourcePicture {
  imageId: number;
  key: PictureKey;
  shown: Shown;
}

/** Throws `library_unavailable`. */
export async function sourcePictures(
  library: Pick<Library, 'file' | 'read'>,
  ids: readonly number[],
  recipe: Recipe,
  version: string,
): Promise<SourcePicture[]> {
  const stayingHome = await privateTexts(library);
  return [...(await readExportStates(library, ids))].map(([imageId, { record, development }]) => {
    const leaving = { record: withoutTexts(record, stayingHome), development };
    return { imageId, key: keyOf(record), shown: shownBy(leaving, recipe, version) };
  });
}

const hashOf = (value: unknown) => createHash('sha1').update(JSON.stringify(value)).digest('base64url');

/** What a picture shows and tells that is made of this state, by this recipe and version of darktable. */
export function shownBy({ record, development }: ExportState, recipe: Recipe, version: string): Shown {
  const { id: _id, name: _name, pattern: _pattern, ...how } = recipe;
  return { development, metadata: hashOf(keptMetadata(recipe, record)), madeBy: `${hashOf(how)} ${version}` };
}

export const isSameShown = (one: Shown, other: Shown): boolean =>
  one.development === other.development && one.metadata === other.metadata && one.madeBy === other.madeBy;

export const keyOf = ({ film_roll, filename, version, datetime_taken }: ImageRecord): PictureKey => ({
  folder: film_roll,
  filename,
  version,
  taken: datetime_taken,
});
