import { existsSync, rmSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { appendJob } from '../darktable/append-job.ts';
import { type BridgeConfig, bridgePaths, writeBridgeConfig } from '../darktable/bridge-files.ts';
import { type Heartbeat, readHeartbeat } from '../darktable/bridge-heartbeat.ts';
import { installBridge } from '../darktable/plugin-install.ts';
import type { HistoryEntry } from '../darktable/bridge-style.ts';
import { readingUri } from '../library/lock-free.ts';
import { StampedFile } from '../library/stamp.ts';
import { halfHistorySql } from '../library/whole-history.ts';
import { jpeg } from './pictures/jpeg.ts';
import { blendParams, exposureParams, packParams, sharpenParams } from './pictures/params.ts';
import { colourQuarters } from './pictures/pixels.ts';
import { type HistoryStep, sidecarPath, xmpSidecar } from './pictures/xmp-sidecar.ts';
import {
  type DarktableOptions,
  makeRealLibrary,
  type RealLibrary,
  type RunningDarktable,
  startDarktable,
} from './real-darktable.ts';

/**
 * The darktable that the plugin's tests run: the installed one, or the one that SAFELIGHT_TEST_DARKTABLE names, a command and its
 * first arguments (`chroot DIR darktable`). It must see the temp folder under the same path.
 */
export const testedDarktable: Pick<DarktableOptions, 'command'> = (() => {
  const [program, ...first] = (process.env.SAFELIGHT_TEST_DARKTABLE ?? '').split(' ').filter(Boolean);
  return program === undefined ? {} : { command: [program, ...first] };
})();

/** The darktable-cli of the same installation. */
export const testedCli: [string, ...string[]] = (() => {
  const [program = 'darktable', ...rest] = testedDarktable.command ?? [];
  return [program, ...rest].map((word) => (word === 'darktable' ? 'darktable-cli' : word)) as [string, ...string[]];
})();

const assetsDir = path.join(import.meta.dirname, '..', '..', 'assets');

export type BridgeStage = AsyncDisposable & {
  folder: string;
  /** Options for `startDarktable`. */
  darktable: DarktableOptions;
  real: RealLibrary;
  config: BridgeConfig;
  /** Changes the plugin's configuration. */
  tell: (changes: Partial<BridgeConfig>) => string;
  queue: (kind: 'refresh' | 'export', ...lines: (number | string)[]) => void;
  heartbeat: () => Heartbeat | null;
  /** Waits until `ready` returns something other than null, undefined or false. */
  until: <T>(ready: () => T, timeoutMs?: number) => Promise<NonNullable<T>>;
  /** Starts darktable and waits until its plugin answers. */
  openDarktable: (options?: DarktableOptions) => Promise<RunningDarktable & AsyncDisposable>;
  /** Waits until no job is waiting or running. */
  quiet: () => boolean;
  preview: (level: number, id: number) => string;
  exported: (id: number) => string;
  /** Reads and writes the library while no darktable runs, or reads what an idle one has stored. */
  sql: (statement: string, ...values: (string | number | Uint8Array)[]) => Record<string, unknown>[];
  /** Everything besides the history that work on an image could change. */
  imageRow: (image: number) => Record<string, unknown>[];
  /** The newest entry of a module. */
  entry: (image: number, operation: string, instance?: number) => HistoryEntry & { num: number };
};

/** A module's blending with some opacity, to see whether it is kept. */
export function blending(opacity: number): Buffer {
  return blendParams({ maskMode: 1, opacity });
}

/** Exposure twice, sharpen switched off, velvia: all with a blending of their own. */
export const steps: HistoryStep[] = [
  { operation: 'exposure', version: 6, params: exposureParams(0), blendParams: blending(90) },
  {
    operation: 'exposure',
    version: 6,
    params: exposureParams(0.25),
    multiPriority: 1,
    multiName: 'sky & "sea"',
    blendParams: blending(50),
  },
  { operation: 'sharpen', version: 1, params: sharpenParams(2, 0.7), enabled: false, blendParams: blending(60) },
  { operation: 'velvia', version: 2, params: packParams('ff', 30, 1), blendParams: blending(70) },
];

/** The order in which darktable applies modules, as far as these pictures need it. */
const moduleOrder =
  `rawprepare invert temperature highlights cacorrect hotpixels rawdenoise demosaic denoiseprofile bilateral
rotatepixels scalepixels lens cacorrectrgb hazeremoval ashift flip clipping liquify spots retouch exposure
mask_manager tonemap toneequal crop graduatednd profile_gamma equalizer colorin channelmixerrgb diffuse
censorize negadoctor blurs nlmeans colorchecker defringe atrous lowpass highpass sharpen colortransfer
colormapping channelmixer basicadj colorbalance colorbalancergb rgbcurve rgblevels basecurve filmic sigmoid
filmicrgb lut3d colisa tonecurve levels shadhi zonesystem globaltonemap relight bilat colorcorrection
colorcontrast velvia vibrance colorzones bloom colorize lowlight monochrome grain soften splittoning vignette
colorreconstruct colorout clahe finalscale overexposed rawoverexposed dither borders watermark gamma`
    .split(/\s+/)
    .flatMap((module) => (module === 'exposure' ? [module, 0, module, 1] : [module, 0]))
    .join(',');

/** As BigInt: times exceed JavaScript's safe integers. */
const imageRowSql = `SELECT flags, history_end, group_id, CAST(change_timestamp AS TEXT) AS changed,
  CAST(export_timestamp AS TEXT) AS exported, (SELECT group_concat(tagid) FROM tagged_images WHERE imgid = id) AS tags
  FROM images WHERE id = ?`;

/** A library of a few pictures made by a real darktable, with the plugin installed and configured. */
export async function setBridgeStage({ pictures = 3, width = 600, height = 400 } = {}): Promise<BridgeStage> {
  const folder = await mkdtemp(path.join(tmpdir(), 'safelight-bridge-'));
  const clean = () => rm(folder, { recursive: true, force: true });
  try {
    const photos = path.join(folder, 'photos');
    await mkdir(photos);
    const pixels = colourQuarters(width, height);
    for (let number = 1; number <= pictures; number++) {
      const file = path.join(photos, `p${String(number).padStart(3, '0')}.jpg`);
      await writeFile(file, await jpeg(pixels));
      await writeFile(sidecarPath(file), xmpSidecar({ rating: 1, history: steps, moduleOrder }));
    }
    const conf = {
      write_sidecar_files: 'on import',
      'lua/_scripts_install/dont_show': 'TRUE',
      // The numbers of filters moved: with its own default, 5.0.1 hides images that have a module order.
      'plugins/lighttable/filtering/item0': '33',
      // A search for nothing. Else darktable searches all texts of all images each time that it reads its list.
      'plugins/lighttable/filtering/string0': '%%',
    };
    const real = await makeRealLibrary({ folder, pictures: [photos], conf, ...testedDarktable });
    const dataDir = path.join(folder, 'data');
    let config: BridgeConfig = {
      library: real.library,
      refreshQueue: path.join(dataDir, 'queues', 'refresh.queue'),
      exportQueue: path.join(dataDir, 'queues', 'export.queue'),
      exportsDir: path.join(dataDir, 'exports'),
      ...bridgePaths(dataDir),
      levels: [
        { level: 0, width: 180, height: 110 },
        { level: 2, width: 420, height: 300 },
      ],
      previewQuality: 85,
      exportQuality: 95,
      jobs: ['edits', 'refresh', 'export'],
    };
    for (const made of [config.exportsDir, path.dirname(config.refreshQueue)]) await mkdir(made, { recursive: true });
    installBridge({ configDir: real.configDir, assetsDir });
    writeBridgeConfig(real.configDir, config);
    const stamped = new StampedFile(real.library);
    const stamp = () =>
      JSON.stringify(stamped.look(), (_, value: unknown) => (typeof value === 'bigint' ? String(value) : value));
    const query = (database: DatabaseSync, statement: string, values: (string | number | Uint8Array)[]) => {
      try {
        return database.prepare(statement).all(...values);
      } finally {
        database.close();
      }
    };
    const sql: BridgeStage['sql'] = (statement, ...values) => {
      if (!/^\s*SELECT/.test(statement)) {
        return query(new DatabaseSync(real.library, { timeout: 5000 }), statement, values);
      }
      // Without a lock, which would make a running darktable lose what it writes at that moment: read while the file is at rest.
      for (let attempt = 1; ; attempt++) {
        const before = stamp();
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20);
        try {
          const rows = query(new DatabaseSync(readingUri(real.library, false), { readOnly: true }), statement, values);
          if (stamp() === before || attempt === 200) return rows;
        } catch (error) {
          if (attempt === 200) throw error;
        }
      }
    };
    const until: BridgeStage['until'] = async (ready, timeoutMs = 30_000) => {
      const deadline = Date.now() + timeoutMs;
      for (;;) {
        const value = ready();
        if (value !== null && value !== undefined && value !== false) return value;
        if (Date.now() > deadline) {
          const last = await readFile(config.heartbeat, 'utf8').catch(() => 'no heartbeat');
          throw new Error(`it did not happen: ${ready.toString()}\n${last}`);
        }
        await sleep(20);
      }
    };
    const darktable = { configDir: real.configDir, cacheDir: real.cacheDir, conf, ...testedDarktable };
    return {
      folder,
      real,
      get config() {
        return config;
      },
      darktable,
      tell: (changes) => {
        config = { ...config, ...changes };
        return writeBridgeConfig(real.configDir, config).revision;
      },
      queue: (kind, ...lines) => {
        const file = kind === 'refresh' ? config.refreshQueue : config.exportQueue;
        // As the protocol wants it: a plugin that looks between our opening and our writing takes an empty file.
        appendJob(file, lines.join('\n'));
      },
      heartbeat: () => readHeartbeat(config.heartbeat),
      until,
      openDarktable: async (options = darktable) => {
        const opened = await startDarktable(options);
        const isThere = () => {
          const heartbeat = readHeartbeat(config.heartbeat);
          return heartbeat?.pid === opened.pid && heartbeat.state !== 'stopped';
        };
        try {
          await until(isThere);
        } catch (error) {
          await opened.kill();
          throw error;
        }
        return opened;
      },
      quiet: () => {
        const { refreshQueue, exportQueue, heartbeat } = config;
        const waits = [refreshQueue, exportQueue].some((file) => existsSync(file) || existsSync(`${file}.working`));
        return !waits && readHeartbeat(heartbeat)?.job === null;
      },
      preview: (level, id) => path.join(config.previewsDir, String(level), `${id}.jpg`),
      exported: (id) => path.join(config.exportsDir, `${id}.jpg`),
      sql,
      imageRow: (image) => sql(imageRowSql, image),
      entry: (image, operation, instance = 0) => {
        // An edit is answered while darktable still shows the image, for which it writes the history anew.
        const isHalf = () => sql(halfHistorySql.replaceAll(':id', String(image))).length > 0;
        for (let look = 1; look < 100 && isHalf(); look += 1);
        const [row] = sql(
          `SELECT * FROM history WHERE imgid = ? AND operation = ? AND multi_priority = ?
             AND num < (SELECT history_end FROM images WHERE id = imgid) ORDER BY num DESC LIMIT 1`,
          ...[image, operation, instance],
        );
        if (!row) throw new Error(`image ${image} has no ${operation} ${instance}`);
        return {
          num: Number(row.num),
          operation,
          module: Number(row.module),
          enabled: row.enabled === 1,
          params: row.op_params as Uint8Array,
          blendParams: row.blendop_params as Uint8Array,
          blendVersion: Number(row.blendop_version),
          priority: instance,
          name: String(row.multi_name),
        };
      },
      [Symbol.asyncDispose]: async () => {
        stamped.close();
        await clean();
      },
    };
  } catch (error) {
    await clean();
    throw error;
  }
}

/** An exposure entry with another correction, in EV, for any version of the module. */
export function exposed<Entry extends HistoryEntry>(entry: Entry, ev: number): Entry {
  const params = Buffer.from(entry.params);
  params.writeFloatLE(ev, 8);
  return { ...entry, params: new Uint8Array(params) };
}

/** Forgets a crash of the last darktable. */
export const forgetCrash = (stage: BridgeStage) => rmSync(stage.config.heartbeat, { force: true });
