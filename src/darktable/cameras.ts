import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { CameraMatrix, CameraPreset } from '../contract/white-balance.ts';
import { ordinaryFileBytes } from '../platform/ordinary-file.ts';
import { dataFolder } from './data-folder.ts';
import type { Installation } from './installation.ts';
import { elementsIn, withoutComments } from './xml-pieces.ts';

/** A camera as darktable's own files know it. */
export interface Camera {
  /** As darktable calls it, `Nikon`; of a camera that its list does not have, the Exif name. */
  maker: string;
  model: string;
  /** From XYZ to the camera's colors. null: there is none for three colors. */
  matrix: CameraMatrix | null;
  presets: CameraPreset[];
}

/** The camera of a picture by its Exif names. null: darktable's files were not found, or do not have it. */
export type FindCamera = (maker: string, model: string) => Promise<Camera | null>;

const WbPresets = z.object({
  wb_presets: z.array(
    z.object({
      maker: z.string(),
      models: z.array(
        z.object({
          model: z.string(),
          presets: z.array(
            z.object({ name: z.string(), tuning: z.int().default(0), channels: z.array(z.number()).min(3) }),
          ),
        }),
      ),
    }),
  ),
});

/**
 * The cameras of the installed darktable: rawspeed's `cameras.xml` has names and matrices, `wb_presets.json` the presets of
 * white balance. Both are read when first asked for, and again after an upgrade.
 */
export function camerasOf(installation: () => Promise<Pick<Installation, 'kind' | 'app'> | null>): FindCamera {
  let known: { identity: string; cameras: Map<string, KnownCamera>; presets: Map<string, CameraPreset[]> } | null =
    null;
  return async (maker, model) => {
    const folder = await dataFolder(await installation());
    if (folder === null) return null;
    const files = [join(folder, 'rawspeed', 'cameras.xml'), join(folder, 'wb_presets.json')] as const;
    const at = await Promise.all(files.map((file) => stat(file).catch(() => null)));
    const identity = files.map((file, k) => `${file} ${at[k]?.size} ${at[k]?.mtimeMs}`).join('\n');
    if (known?.identity !== identity) {
      const [cameras, presets] = await Promise.all(files.map(textOf));
      known = { identity, cameras: readCameras(cameras!), presets: readPresets(presets!) };
    }
    const camera = known.cameras.get(keyOf(maker, model));
    // Of a camera that it does not have, darktable takes the Exif names.
    const {
      maker: ownMaker,
      model: ownModel,
      matrix,
    } = camera ?? { maker: maker.trim(), model: model.trim(), matrix: null };
    const presets = known.presets.get(keyOf(ownMaker, ownModel)) ?? [];
    return camera || presets.length > 0 ? { maker: ownMaker, model: ownModel, matrix, presets } : null;
  };
}

const textOf = (file: string) => ordinaryFileBytes(file).then(String, () => '');

const keyOf = (maker: string, model: string) => `${maker.trim()}\n${model.trim()}`;

type KnownCamera = Omit<Camera, 'presets'>;

/** By the names in the Exif data. A camera stands there once for each kind of its files, with the same matrix. */
export function readCameras(xml: string): Map<string, KnownCamera> {
  const cameras = new Map<string, KnownCamera>();
  for (const { head, body } of elementsIn(withoutComments(xml), ['Camera'])) {
    const [exifMaker, exifModel] = [attribute(head, 'make'), attribute(head, 'model')];
    const id = /<ID\s([^>]*)>/.exec(body)?.[1] ?? head;
    const camera = { maker: attribute(id, 'make'), model: attribute(id, 'model'), matrix: matrixOf(body) };
    const aliases = Array.from(body.matchAll(/<Alias[^>]*>([^<]*)<\/Alias>/g), ([, name = '']) => plain(name));
    for (const name of [exifModel, ...aliases]) {
      const key = keyOf(exifMaker, name);
      if (!cameras.get(key)?.matrix) cameras.set(key, camera);
    }
  }
  return cameras;
}

const attribute = (text: string, name: string) => plain(new RegExp(`\\b${name}="([^"]*)"`).exec(text)?.[1] ?? '');

const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
const plain = (text: string) => text.replace(/&(\w+);/g, (whole, name: string) => ENTITIES[name] ?? whole);

function matrixOf(body: string): CameraMatrix | null {
  const rows = Array.from(body.matchAll(/<ColorMatrixRow[^>]*>([^<]*)</g), ([, row = '']) =>
    row
      .trim()
      .split(/\s+/)
      .map((value) => Number(value) / 10_000),
  );
  const isWhole = rows.length === 3 && rows.every((row) => row.length === 3 && row.every(Number.isFinite));
  return isWhole ? (rows as unknown as CameraMatrix) : null;
}

function readPresets(text: string): Map<string, CameraPreset[]> {
  if (text === '') return new Map();
  const { wb_presets: makers } = WbPresets.parse(JSON.parse(text));
  return new Map(
    makers.flatMap(({ maker, models }) =>
      models.map(({ model, presets }) => [
        keyOf(maker, model),
        presets.map(({ name, tuning, channels: [red, green, blue] }) => ({
          name,
          tuning,
          multipliers: [red!, green!, blue!] satisfies CameraPreset['multipliers'],
        })),
      ]),
    ),
  );
}
