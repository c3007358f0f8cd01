import type { ModuleEntry } from '../../api/modules.ts';
import { render } from '../../api/render.ts';
import type { CameraMatrix } from '../../../contract/white-balance.ts';
import { castOf, neutralFor } from '../../develop-panel/computed/neutral-spot.ts';
import type { Multipliers } from '../../develop-panel/computed/multipliers.ts';
import { VIEWER } from '../live/use-live-picture.ts';
import type { Area } from './picking.ts';

/** The box of the pictures that are read. */
const SIDE = 800;
/** The first time finds it nearly, the others what remained. */
const TIMES = 3;
/** Of 255. */
const NEUTRAL = 0.3;

/** These make the picture out of the raw data, or move its pixels. All others change its colors, and are left out. */
const KEPT = new Set([
  'rawprepare',
  'temperature',
  'highlights',
  'hotpixels',
  'rawdenoise',
  'cacorrect',
  'cacorrectrgb',
  'demosaic',
  'denoiseprofile',
  'lens',
  'ashift',
  'flip',
  'crop',
  'clipping',
  'rotatepixels',
  'scalepixels',
  'liquify',
  'enlargecanvas',
  'borders',
  'retouch',
  'spots',
  'finalscale',
  'colorin',
  'colorout',
  'gamma',
  'mask_manager',
  'overexposed',
  'rawoverexposed',
]);

const colorsOf = (modules: readonly ModuleEntry[]) =>
  modules.filter(({ operation, enabled }) => enabled && !KEPT.has(operation));

/** A picture is rendered with one instance of a module changed, so of another one its colors would stay. */
export const canPick = (modules: readonly ModuleEntry[]): boolean => {
  const operations = colorsOf(modules).map(({ operation }) => operation);
  return new Set(operations).size === operations.length;
};

/**
 * The multipliers of white balance that make an area neutral: the picture is rendered without all that changes its colors
 * after white balance, and the area read there, until it is neutral. null: it is too dark or too light to tell. Throws as
 * `render` does.
 */
export async function pickNeutral(
  id: number,
  area: Area,
  {
    modules,
    module,
    start,
    matrix,
    signal,
  }: {
    modules: readonly ModuleEntry[];
    module: ModuleEntry;
    start: Multipliers;
    matrix: CameraMatrix;
    signal: AbortSignal;
  },
): Promise<Multipliers | null> {
  const off = Object.fromEntries(
    colorsOf(modules).map(({ operation, multi_priority: instance }) => [operation, { instance, enabled: false }]),
  );
  let now = start;
  for (let time = 0; time < TIMES; time++) {
    const { blob } = await render(
      id,
      {
        width: SIDE,
        height: SIDE,
        quality: 100,
        viewer: `${VIEWER} picker`,
        modules: { ...off, temperature: { instance: module.multi_priority, enabled: true, params: { ...now } } },
      },
      signal,
    );
    const shown = await colorIn(blob, area);
    if (castOf(shown) < NEUTRAL) return now;
    const next = neutralFor(shown, now, matrix);
    if (!next) return null;
    now = next;
  }
  return now;
}

/** The mean of an area, from 0 to 255. */
async function colorIn(blob: Blob, { left, top, right, bottom }: Area): Promise<[number, number, number]> {
  const picture = await createImageBitmap(blob);
  const start = (share: number, length: number) => Math.min(Math.floor(share * length), length - 1);
  const [x, y] = [start(left, picture.width), start(top, picture.height)];
  const width = Math.max(1, start(right, picture.width) - x + 1);
  const height = Math.max(1, start(bottom, picture.height) - y + 1);
  const context = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true });
  if (!context) throw new Error('No canvas');
  context.drawImage(picture, -x, -y);
  picture.close();
  const { data } = context.getImageData(0, 0, width, height);
  const mean = (channel: number) => {
    let sum = 0;
    for (let at = channel; at < data.length; at += 4) sum += data[at] ?? 0;
    return sum / (data.length / 4);
  };
  return [mean(0), mean(1), mean(2)];
}
