import { join } from 'node:path';
import { packParams, exposureParams } from '../src/testing/pictures/params.ts';
import { makeLibrary } from '../src/testing/library-fixture.ts';
import { makePictures } from './safelight.ts';

const TONE_CURVE = [
  [0, 0],
  [0.4, 0.3],
  [1, 1],
] as const;

/** tonecurve, version 5: three curves of up to twenty points, their counts, and their types. */
function toneCurveParams(): Buffer {
  const params = Buffer.alloc(520);
  for (const channel of [0, 1, 2]) {
    TONE_CURVE.forEach(([x, y], at) => {
      params.writeFloatLE(x, (channel * 20 + at) * 8);
      params.writeFloatLE(y, (channel * 20 + at) * 8 + 4);
    });
    params.writeInt32LE(TONE_CURVE.length, 480 + channel * 4);
    params.writeInt32LE(2, 492 + channel * 4);
  }
  params.writeInt32LE(3, 504);
  params.writeInt32LE(1, 512);
  params.writeInt32LE(3, 516);
  return params;
}

/** lowlight, version 1: blueness, then six positions and six weights. */
const lowlightParams = () => packParams('f'.repeat(13), 0, 0, 0.2, 0.4, 0.6, 0.8, 1, 1, 0.8, 0.6, 0.4, 0.2, 0);

/** A history with a form of each kind, two instances, and an unknown module. */
export const richHistory = [
  // darktable calls a module's first instance "0".
  { operation: 'exposure', module: 6, params: exposureParams(0.5), name: '0' },
  { operation: 'tonecurve', module: 5, params: toneCurveParams() },
  { operation: 'colorbalance', module: 3, params: Buffer.alloc(68) },
  { operation: 'lowlight', module: 1, params: lowlightParams(), enabled: false },
  { operation: 'exposure', module: 6, params: exposureParams(-1), priority: 1, name: 'sky' },
  { operation: 'nobodyknows', module: 3, params: Buffer.alloc(12) },
];

/** Six pictures. The first one has that history. */
export async function makeRichLibrary(folder: string): Promise<string> {
  const pictures = await makePictures(join(folder, 'Pictures'), 6);
  const [lat, lon] = [64.0784, -16.2306];
  Object.assign(pictures[0]!, { changed: Date.UTC(2024, 5, 1), lat, lon, history: richHistory });
  return makeLibrary({ folder: join(folder, 'darktable'), images: pictures }).file;
}
