import type { InputColors, InputHistogram } from '../contract/input-colors.ts';
import type { Library } from '../library/library.ts';
import { readDevelopState } from '../library/whole-history.ts';
import { AppError } from '../platform/errors.ts';
import { developmentOf } from './resident/development.ts';
import type { Area, InputWanted, Told } from './resident/protocol.ts';
import type { Asker } from './resident/requests.ts';
import { NotRendered } from './resident/resident-child.ts';
import type { ResidentRenderer } from './resident/resident-renderer.ts';

type Input = InputWanted['input'];
interface Sources {
  library: Pick<Library, 'read' | 'pictureFile'>;
  resident: Pick<ResidentRenderer, 'render'>;
}

/** What the resident darktable says of the colors that reach a module of an image. Rejects as `ResidentRenderer.render` does. */
export async function inputColorsOf(
  sources: Sources,
  imageId: number,
  input: Input & { area: Area },
  asker: Asker,
): Promise<Pick<InputColors, 'rgb' | 'lab' | 'lch' | 'pixels'>> {
  const { colors } = await told(sources, imageId, input, asker);
  if (!colors || ![...colors.rgb.mean, ...colors.lab.mean].every(Number.isFinite))
    throw new NotRendered('the area has no colors');
  return colors;
}

/** How the colors that reach a module of an image are spread. Rejects likewise. */
export async function inputHistogramOf(
  sources: Sources,
  imageId: number,
  module: Omit<Input, 'area'>,
  asker: Asker,
): Promise<Pick<InputHistogram, 'lightness' | 'red' | 'green' | 'blue'>> {
  const { histogram } = await told(sources, imageId, { ...module, area: null }, asker);
  if (!histogram) throw new NotRendered('the picture has no colors');
  return histogram;
}

async function told({ library, resident }: Sources, imageId: number, input: Input, asker: Asker): Promise<Told> {
  const state = await readDevelopState(library, imageId);
  if (!state) throw new AppError('not_found', `There is no image ${imageId}.`);
  return resident.render({
    wanted: { picture: state.path, development: developmentOf(state), view: { input }, isDraft: true, quality: 90 },
    isAwaited: true,
    viewer: null,
    ...asker,
  });
}
