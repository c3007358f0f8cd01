import { randomUUID } from 'node:crypto';
import { OWN_NAME } from '../../contract/archive-names.ts';
import { GUEST_SIZES } from '../../contract/guest-proof.ts';
import type { Recipe } from '../../contract/recipes.ts';
import { developState } from '../../library/develop-state.ts';
import { exportStates } from '../../library/export-facts.ts';
import { exifTurn } from '../../library/images-named.ts';
import type { Library } from '../../library/library.ts';
import { readWholeHistory } from '../../library/whole-history.ts';
import { isSamePicture } from '../../publishing/publications/matching.ts';
import { keyOf } from '../../publishing/publications/source-pictures.ts';
import type { RecipeMaker } from '../../publishing/recipe-maker.ts';
import type { RenderedProof } from '../renditions.ts';
import { type Geometry, geometryOf } from './picture-geometry.ts';
import { metadataOf } from './pictures-now.ts';
import { pixelsOf } from './rendition-sizes.ts';

export interface RenderContext {
  library: Pick<Library, 'read'>;
  maker: Pick<RecipeMaker, 'make' | 'keep'>;
  signal: AbortSignal;
}

/** A picture at the largest size that guests can have, and what it shows of the library. */
export interface RenderedPicture {
  /** Full path. */
  file: string;
  development: string;
  metadata: string;
  geometry: Geometry;
  /** Another text as soon as it looks different. */
  pixels: string;
  /** Puts what the proof keeps into a file that tells nothing. */
  describe: (file: string) => Promise<void>;
}

/** By the rules of the proof, into the folder. null: the image is none, or another picture by now. Throws as `RecipeMaker.make` does. */
export async function renderForGuests(
  { imageId, key }: Pick<RenderedProof['pictures'][number], 'imageId' | 'key'>,
  proof: Pick<RenderedProof, 'keep' | 'downloads'>,
  folder: string,
  { library, maker, signal }: RenderContext,
): Promise<RenderedPicture | null> {
  const recipe = recipeOf(proof);
  const { file, record, development } = await maker.make(imageId, recipe, folder, signal);
  const geometry = await geometryNow(library, imageId, development);
  if (!geometry || !isSamePicture(keyOf(record), key)) return null;
  return {
    file,
    development,
    metadata: metadataOf(proof.keep, record),
    geometry,
    pixels: await pixelsOf(file),
    describe: (described) => maker.keep(described, recipe, record),
  };
}

/** Quick where the picture is scaled down anyway. */
const recipeOf = ({ keep, downloads }: Pick<RenderedProof, 'keep' | 'downloads'>): Recipe => ({
  id: 1,
  name: 'proof',
  format: 'jpeg',
  quality: 95,
  size: downloads === 'full' ? { by: 'full' } : { by: 'long-edge', pixels: GUEST_SIZES.large },
  profile: 'SRGB',
  intent: 'PERCEPTUAL',
  high_quality: false,
  style: null,
  keep,
  drop_tags: [],
  pattern: OWN_NAME,
});

/** null: it is not there. */
async function geometryNow(library: Pick<Library, 'read'>, id: number, development: string): Promise<Geometry | null> {
  return readWholeHistory(library, id, (reader) => {
    const state = developState(reader, id);
    if (!state) return null;
    const geometry = geometryOf(state, exifTurn(reader, id));
    // It was edited since it was made: where its points are is not known any more.
    const isSame = exportStates(reader, [id]).get(id)?.development === development;
    return isSame ? geometry : { ...geometry, bends: randomUUID() };
  });
}
