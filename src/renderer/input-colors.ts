import type { InputColors } from '../contract/input-colors.ts';
import type { Library } from '../library/library.ts';
import { readDevelopState } from '../library/whole-history.ts';
import { AppError } from '../platform/errors.ts';
import { developmentOf } from './resident/development.ts';
import type { InputWanted } from './resident/protocol.ts';
import type { Asker } from './resident/requests.ts';
import { NotRendered } from './resident/resident-child.ts';
import type { ResidentRenderer } from './resident/resident-renderer.ts';

/** What the resident darktable says of the colors that reach a module of an image. Rejects as `ResidentRenderer.render` does. */
export async function inputColorsOf(
  { library, resident }: { library: Pick<Library, 'read' | 'pictureFile'>; resident: Pick<ResidentRenderer, 'render'> },
  imageId: number,
  input: InputWanted['input'],
  asker: Asker,
): Promise<Pick<InputColors, 'rgb' | 'lab' | 'lch' | 'pixels'>> {
  const state = await readDevelopState(library, imageId);
  if (!state) throw new AppError('not_found', `There is no image ${imageId}.`);
  const { colors } = await resident.render({
    wanted: { picture: state.path, development: developmentOf(state), view: { input }, isDraft: true, quality: 90 },
    isAwaited: true,
    viewer: null,
    ...asker,
  });
  if (!colors || ![...colors.rgb.mean, ...colors.lab.mean].every(Number.isFinite))
    throw new NotRendered('the area has no colors');
  return colors;
}
