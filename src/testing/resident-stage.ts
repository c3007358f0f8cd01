import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { constants, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { Installation } from '../darktable/installation.ts';
import type { DevelopState } from '../library/develop-state.ts';
import { silentLog } from '../platform/log.ts';
import { PictureDecoder } from '../previews/picture-decoder.ts';
import { jpegOutput, renderPicture } from '../renderer/darktable-cli.ts';
import { developmentOf } from '../renderer/resident/development.ts';
import type { View } from '../renderer/resident/protocol.ts';
import { type Asked, safelightItself } from '../renderer/resident/requests.ts';
import type { ChildPicture } from '../renderer/resident/resident-child.ts';
import { ResidentRenderer, type ResidentOptions } from '../renderer/resident/resident-renderer.ts';
import { developXmp } from '../renderer/xmp.ts';

export const cli: [string] = ['/usr/bin/darktable-cli'];
export const installedDarktable: Installation = { kind: 'native', version: null, app: ['/usr/bin/darktable'], cli };

export type ResidentStage = AsyncDisposable & {
  folder: string;
  /** The folder of the user's settings for darktable. */
  userConfig: string;
  renderer: ResidentRenderer;
  write: (name: string, content: Uint8Array | string) => Promise<string>;
  render: (
    picture: string,
    state: DevelopState,
    options?: Partial<Asked> & { view?: View; isDraft?: boolean },
  ) => Promise<ChildPicture>;
  /** The mean difference, of 255, to what darktable-cli makes of the same history at the same size. */
  differsFromCli: (picture: string, state: DevelopState, box: { width: number; height: number }) => Promise<number>;
  /** What darktable-cli makes. */
  cliPicture: (picture: string, state: DevelopState, box: { width: number; height: number } | null) => Promise<string>;
  difference: (one: Uint8Array, other: string) => Promise<number>;
};

/** The self-test of the installed darktable, which takes seconds: the first stage of a test file does it for the others. */
let passed: Buffer | null = null;

/**
 * Lets every program started from now on find zeros in the memory that it takes from glibc, as darktable-cli does in its first picture:
 * darktable 4.2.1 reads memory that it has not written in the first rows of a raw picture, so a long-lived process may show a stray pixel
 * there that darktable-cli does not. Measured with darktable-cli alone: other values here change those rows, and nothing else.
 */
export function giveOutZeroedMemory(): void {
  // The value is inverted.
  process.env.MALLOC_PERTURB_ = '255';
}

/** A resident darktable of the installed one, in folders of its own. `isUntested`: it does its own self-test. */
export function residentStage({
  isUntested = false,
  ...options
}: Partial<ResidentOptions> & { isUntested?: boolean } = {}): ResidentStage {
  const folder = mkdtempSync(join(tmpdir(), 'safelight-resident-'));
  const userConfig = join(folder, 'user');
  mkdirSync(userConfig);
  const verdict = join(folder, 'data', 'renderer', 'resident', 'self-test.json');
  if (passed !== null && !isUntested) {
    mkdirSync(dirname(verdict), { recursive: true });
    writeFileSync(verdict, passed);
  }
  const decoder = new PictureDecoder();
  const renderer = new ResidentRenderer({
    dataDir: join(folder, 'data'),
    installation: () => Promise.resolve(installedDarktable),
    userConfig: () => userConfig,
    decoder,
    log: silentLog(),
    settleMs: 0,
    ...options,
  });
  const write: ResidentStage['write'] = async (name, content) => {
    const file = join(folder, name);
    await writeFile(file, content);
    return file;
  };
  const render: ResidentStage['render'] = (picture, state, { view, isDraft = false, ...asked } = {}) =>
    renderer.render({
      wanted: {
        picture,
        development: developmentOf(state),
        isDraft,
        quality: 95,
        view: view ?? { box: { width: 720, height: 450 } },
      },
      isAwaited: true,
      viewer: null,
      ...safelightItself(),
      ...asked,
    });
  const cliPicture: ResidentStage['cliPicture'] = (picture, state, box) =>
    renderPicture({
      cli,
      workDir: join(folder, 'cli'),
      picture,
      xmp: developXmp(state),
      isDescribed: false,
      box,
      output: jpegOutput(95),
      isFine: false,
      priority: constants.priority.PRIORITY_NORMAL,
      timeoutMs: 120_000,
      signal: new AbortController().signal,
    });
  const difference: ResidentStage['difference'] = async (one, other) =>
    decoder.difference(await write('compared.jpg', one), other);
  return {
    folder,
    userConfig,
    renderer,
    write,
    render,
    cliPicture,
    difference,
    async differsFromCli(picture, state, box) {
      const { jpeg } = await render(picture, state, { view: { box } });
      return difference(jpeg, await cliPicture(picture, state, box));
    },
    async [Symbol.asyncDispose]() {
      await renderer.close();
      if (options.installation === undefined && (await renderer.way()).is === 'resident')
        passed ??= readFileSync(verdict);
      decoder.close();
      rmSync(folder, { recursive: true, force: true, maxRetries: 3 });
    },
  };
}

/** Whether a process runs. */
export function isRunning(pid: number): boolean {
  try {
    return !/^State:\s+[ZX]/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
}
