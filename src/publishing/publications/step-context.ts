import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { archiveNaming } from '../../contract/archive-names.ts';
import { exportStates } from '../../library/export-facts.ts';
import { privateTexts, withoutTexts } from '../private-texts.ts';
import type { RecipeMaker } from '../recipe-maker.ts';
import type { StoredPublication } from './ledger.ts';
import type { LookContext, Ready } from './look.ts';
import type { StepContext } from './run-step.ts';

export interface StepContextOptions extends LookContext {
  /** Where pictures are made, those of each publication in a folder of its own; nothing else is in it. */
  workDir: string;
  maker: Pick<RecipeMaker, 'make'>;
}

/** What all steps of a run work with. Makes the album at the destination, and empties the publication's folder in `workDir`. */
export async function stepContext(
  { id, album: name, albumId }: StoredPublication,
  { destination, recipe, version, steps }: Ready,
  { ledger, library, maker, workDir }: StepContextOptions,
  signal: AbortSignal,
): Promise<StepContext> {
  const album = name === null ? null : await destination.album(name, albumId, signal);
  if (album !== null && album !== albumId) ledger.keepAlbum(id, album);
  const naming = archiveNaming(recipe.pattern, steps.filter(({ item }) => item).length);
  const folder = join(workDir, String(id));
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true, mode: 0o700 });
  return {
    publication: id,
    ledger,
    destination,
    album,
    recipe,
    version,
    // A destination has no folders below an album, so a pattern's folders fall away.
    nameOf: (record, ending) => naming(record, ending.slice(1)).replace(/^.*\//, ''),
    make: (imageId, by, till) => maker.make(imageId, by, folder, till),
    async factsOf(imageId) {
      const stayingHome = await privateTexts(library);
      const state = (await library.read((reader) => exportStates(reader, [imageId]))).get(imageId);
      return state ? withoutTexts(state.record, stayingHome) : null;
    },
    signal,
  };
}
