/** Every module that Safelight knows, in every version, as the resident darktable and darktable-cli show it. */
import { execFile } from 'node:child_process';
import { copyFile, mkdir, readdir, writeFile } from 'node:fs/promises';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { moduleLayouts } from '../../darktable/layouts.ts';
import { assetsDir } from '../../platform/package-files.ts';
import { developed, step } from '../../testing/develop-steps.ts';
import { dng } from '../../testing/pictures/dng.ts';
import { exposureParams } from '../../testing/pictures/params.ts';
import { colourQuarters } from '../../testing/pictures/pixels.ts';
import { cli, giveOutZeroedMemory, residentStage } from '../../testing/resident-stage.ts';
import { usualParams } from '../../testing/usual-params.ts';
import { developXmp } from '../xmp.ts';
import { NotRendered } from './resident-child.ts';

const MOST = 0.1;
/** The demosaicing of version 3 differs between the two pipes of 4.2.1. */
const KNOWN: Readonly<Record<string, number>> = { 'demosaic 3': 0.2 };
/** With parameters of zero it computes for a minute, in either. */
const NOT_COMPARED = ['ashift 3'];
const BOX = { width: 240, height: 240 };

const nameOf = ({ operation, version }: Pair) => `${operation} ${version}`;

type Pair = { operation: string; version: number };

const pairs: Pair[] = readdirSync(join(assetsDir, 'layouts'))
  .flatMap((file) => {
    const operation = file.replace('.json', '');
    const { versions = {} } = moduleLayouts(operation) ?? {};
    return Object.keys(versions).map((version) => ({ operation, version: Number(version) }));
  })
  .filter((pair) => !NOT_COMPARED.includes(nameOf(pair)));

const currentOf = (operation: string, darktable: string) => moduleLayouts(operation)?.current[darktable];

/** Where the usual ones mean nothing, and what is shown is chance. */
function paramsOf({ operation, version }: Pair): Buffer {
  const params = Buffer.from(usualParams(operation, version));
  // 4.2.1 does not know the color science v7 (2023), and leaves the pixels as they are.
  if (operation === 'filmicrgb' && version === 6) params.writeInt32LE(3, 76);
  // Of a crop to nothing, darktable leaves a tenth, rounded up or down.
  if (operation === 'crop') [1, 1].forEach((edge, k) => params.writeFloatLE(edge, 8 + 4 * k));
  // A curve whose points all lie at 0 is none. First all x, then all y, of three curves.
  if (operation === 'colorzones' && version <= 3) {
    const points = version === 1 ? 6 : 8;
    for (let k = 0; k < 3 * points; k++) {
      params.writeFloatLE((k % points) / (points - 1), 4 + 4 * k);
      params.writeFloatLE(0.5, 4 + 4 * (3 * points + k));
    }
  }
  return params;
}

/** The module after an exposure, so that there is something to keep from the picture before. */
const withModule = (pair: Pair, at: number) =>
  developed({
    history: [
      step(0, { params: exposureParams((at % 10) / 20) }),
      step(1, { operation: pair.operation, module: pair.version, params: paramsOf(pair) }),
    ],
  });

test(
  'each module of each version is shown as darktable-cli shows it, one after the other',
  { timeout: 900_000 },
  async () => {
    giveOutZeroedMemory();
    await using stage = residentStage();
    const [source, target] = [join(stage.folder, 'in'), join(stage.folder, 'out')];
    for (const folder of [source, target]) await mkdir(folder);
    const picture = await stage.write('picture.dng', dng(colourQuarters(480, 320)));
    const stem = (at: number) => `p${String(at).padStart(4, '0')}`;
    for (const [at, pair] of pairs.entries()) {
      await copyFile(picture, join(source, `${stem(at)}.dng`));
      await writeFile(join(source, `${stem(at)}.dng.xmp`), developXmp(withModule(pair, at)));
    }
    await promisify(execFile)(
      cli[0],
      [
        source,
        target,
        '--out-ext',
        'jpg',
        '--width',
        String(BOX.width),
        '--height',
        String(BOX.height),
        '--hq',
        'false',
        '--core',
        '--library',
        ':memory:',
        '--disable-opencl',
        '--configdir',
        join(stage.folder, 'config'),
        '--cachedir',
        join(stage.folder, 'cache'),
        '--conf',
        'plugins/imageio/format/jpeg/quality=95',
        '--conf',
        'write_sidecar_files=never',
      ],
      { maxBuffer: 100_000_000 },
    ).catch((error: unknown) => {
      // It ends with 1 when it does not know one of the versions.
      if ((error as { code: unknown }).code !== 1) throw error as Error;
    });
    const made = new Set(await readdir(target));
    await stage.render(picture, withModule(pairs[0]!, 0));
    const way = await stage.renderer.way();
    const installed = 'version' in way ? way.version : '';
    const differing: string[] = [];
    let compared = 0;
    for (const [at, pair] of pairs.entries()) {
      const name = nameOf(pair);
      // Of a version that this darktable does not know yet, it makes what it likes.
      if (!made.has(`${stem(at)}.jpg`) || pair.version > (currentOf(pair.operation, installed) ?? Infinity)) continue;
      const state = withModule(pair, at);
      const shown = await stage.render(picture, state, { view: { box: BOX } }).catch((error: unknown) => {
        if (error instanceof NotRendered) return null;
        throw error;
      });
      if (shown === null) continue;
      compared++;
      const most = KNOWN[name] ?? MOST;
      if ((await stage.difference(shown.jpeg, join(target, `${stem(at)}.jpg`))) < most) continue;
      // In one run, darktable-cli lets some modules (crop, color zones, grain) see what the picture before had.
      const alone = await stage.difference(shown.jpeg, await stage.cliPicture(picture, state, BOX));
      if (alone >= most) differing.push(`${name}: ${alone.toFixed(3)}`);
    }
    expect(differing).toEqual([]);
    expect(compared).toBeGreaterThan(100);
  },
);
