import { spawn } from 'node:child_process';
import { chmod, constants, copyFile, mkdir, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { setPriority } from 'node:os';
import { basename, join, resolve } from 'node:path';
import type { Command } from '../darktable/installation.ts';
import { inheritedEnvironment } from '../platform/environment.ts';
import { reasonOf } from '../platform/errors.ts';
import { ownFolders } from './own-folders.ts';
import { tellingConf } from './user-config.ts';

/** The kind of file to make. */
export interface RenderOutput {
  /** Tells darktable-cli the format. */
  ending: string;
  /** Of darktable-cli itself, such as the profile. */
  args: readonly string[];
  /** Settings of darktable that go before all others. */
  conf: Readonly<Record<string, string>>;
}

/** sRGB, whatever profile the development names for its own exports. `quality`: 1-100. */
export const jpegOutput = (quality: number): RenderOutput => ({
  ending: 'jpg',
  args: ['--icc-type', 'SRGB'],
  conf: { 'plugins/imageio/format/jpeg/quality': String(quality) },
});

export interface RenderJob {
  cli: Command;
  /** The working folder. Only darktable's config folder in it is kept between jobs. */
  workDir: string;
  picture: string;
  /** The photograph's own name, where `picture` has another. */
  name?: string;
  /** The content of the sidecar with the development. */
  xmp: string;
  /**
   * The JPEG includes what else the sidecar says: location, stars, texts, tags. Otherwise it has the file's own data,
   * and that of a sidecar next to the file, if any.
   */
  isDescribed: boolean;
  /** The largest size in pixels; null: full size. */
  box: { width: number; height: number } | null;
  output: RenderOutput;
  /** Develops at full size and scales last: takes about three times as long when the picture is scaled down. */
  isFine: boolean;
  /** The priority for os.setPriority. */
  priority: number;
  timeoutMs: number;
  /** Ends the run. */
  signal: AbortSignal;
}

/** darktable-cli failed; the message is for people. */
export class RenderError extends Error {
  /** It exceeded the time limit; a retry would take as long. */
  readonly isLate: boolean;
  /** The photograph itself could not be read. */
  readonly isOfSource: boolean;
  constructor(
    message: string,
    { cause, isLate = false, isOfSource = false }: { cause?: unknown; isLate?: boolean; isOfSource?: boolean } = {},
  ) {
    super(message, { cause });
    this.name = 'RenderError';
    this.isLate = isLate;
    this.isOfSource = isOfSource;
  }
}

/** The program is missing or cannot be executed. */
export class CliMissing extends Error {}

/**
 * Lets darktable-cli render one picture with a sidecar. Its library is in memory and its config folder our own, so it
 * touches nothing of the user's and can run next to an open darktable. Returns the picture's path, which is valid until
 * the next job in this folder. Throws RenderError, CliMissing, or the reason of `signal`.
 */
export async function renderPicture(job: RenderJob): Promise<string> {
  const { workDir, signal } = job;
  const { ending: fileEnding, args, conf } = job.output;
  const out = join(workDir, `picture.${fileEnding}`);
  const source = join(workDir, 'source');
  await mkdir(join(workDir, 'tmp'), { recursive: true });
  // If the file exists, darktable-cli chooses another name.
  await rm(out, { force: true });
  await rm(source, { recursive: true, force: true });
  await mkdir(source);
  const picture = job.isDescribed ? await copyInto(source, job.picture, job.name) : resolve(job.picture);
  const xmp = join(source, `${basename(picture)}.xmp`);
  await writeFile(xmp, job.xmp);
  const telling = job.isDescribed ? await tellingConf(join(workDir, 'config')) : {};
  const size = job.box ?? { width: 0, height: 0 };
  const [program, ...first] = job.cli;
  const running = run(
    program,
    [
      ...first,
      // An absolute path cannot be mistaken for an option.
      picture,
      xmp,
      out,
      '--width',
      String(size.width),
      '--height',
      String(size.height),
      '--hq',
      String(job.isFine),
      ...args,
      '--core',
      ...ownFolders(workDir),
      '--disable-opencl',
      ...Object.entries({
        // It reads the picture in its own folder, and must leave nothing there.
        write_sidecar_files: 'never',
        // 4.2.1 would scale as the user's last export did.
        'plugins/lighttable/export/resizing': 'max_size',
        ...telling,
        ...conf,
      }).flatMap(([key, value]) => ['--conf', `${key}=${value}`]),
    ],
    job,
  );
  await Promise.allSettled([running]);
  await rm(source, { recursive: true, force: true });
  const ending = await running;
  signal.throwIfAborted();
  if (ending.isLate)
    throw new RenderError(`darktable-cli did not finish within ${Math.round(job.timeoutMs / 1000)} s`, {
      isLate: true,
    });
  const made = await stat(out).catch(() => null);
  if (made?.isFile() !== true || made.size === 0)
    throw new RenderError(`darktable-cli made no picture${why(ending.output, ending.code)}`);
  return out;
}

/**
 * darktable-cli takes only the development from the sidecar it is given, and everything else from one next to the
 * picture. So we put a picture next to ours. It is a copy, because darktable follows links, and the picture's name is
 * part of what it writes.
 */
async function copyInto(folder: string, picture: string, name = basename(picture)): Promise<string> {
  const copy = join(folder, name);
  try {
    const { atime, mtime } = await stat(picture);
    await copyFile(picture, copy, constants.COPYFILE_FICLONE);
    await chmod(copy, 0o600);
    // The date of a picture without one.
    await utimes(copy, atime, mtime);
  } catch (error) {
    // Or our own disk has failed; the caller checks that.
    throw new RenderError(`the photograph cannot be read: ${reasonOf(error)}`, { cause: error, isOfSource: true });
  }
  return copy;
}

interface Ending {
  code: number | NodeJS.Signals | null;
  output: string;
  isLate: boolean;
}

const OUTPUT_BYTES = 20_000;

async function run(
  program: string,
  args: string[],
  { priority, timeoutMs, signal }: Pick<RenderJob, 'priority' | 'timeoutMs' | 'signal'>,
): Promise<Ending> {
  signal.throwIfAborted();
  const isWindows = process.platform === 'win32';
  // In its own process group, because in a sandbox (flatpak) the program is not the one that renders.
  const child = spawn(program, args, {
    detached: !isWindows,
    windowsHide: true,
    stdio: ['ignore', 'pipe', 'pipe'],
    // Its threads sleep while they wait for each other: busy waiting is a third of its processor time, and others want the processor, too.
    env: { ...inheritedEnvironment(), OMP_WAIT_POLICY: 'passive' },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (output = (output + text).slice(-OUTPUT_BYTES)));
  const end = (name: NodeJS.Signals) => {
    try {
      if (child.pid === undefined) return;
      if (isWindows) child.kill(name);
      else process.kill(-child.pid, name);
    } catch {
      // It has ended by itself.
    }
  };
  return new Promise<Ending>((resolve, reject) => {
    let isLate = false;
    let killing: NodeJS.Timeout | undefined;
    const stop = () => {
      end('SIGTERM');
      // During a computation darktable does not react to that signal.
      killing ??= setTimeout(() => end('SIGKILL'), 1_000);
    };
    const timer = setTimeout(() => {
      isLate = true;
      stop();
    }, timeoutMs);
    const done = () => {
      clearTimeout(timer);
      clearTimeout(killing);
      signal.removeEventListener('abort', stop);
    };
    signal.addEventListener('abort', stop, { once: true });
    child.once('error', (error) => {
      done();
      reject(new CliMissing(`${program} cannot be started: ${reasonOf(error)}`, { cause: error }));
    });
    child.once('close', (code, killed) => {
      done();
      // Ends the processes it left behind.
      end('SIGKILL');
      resolve({ code: killed ?? code, output, isLate });
    });
    if (child.pid === undefined) return;
    try {
      setPriority(child.pid, priority);
    } catch {
      // It runs at normal priority, or has ended.
    }
  });
}

/** The most useful line of darktable-cli's output, and its exit code. */
function why(output: string, code: number | string | null): string {
  const lines = output
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '' && !line.startsWith('WARNING'));
  const said =
    lines.findLast((line) => /error|can't|cannot|could not|fail|no images|unsupported/i.test(line)) ?? lines.at(-1);
  const ended = code === 0 || code === null ? '' : ` (it ended with ${code})`;
  return `${ended}${said === undefined ? '' : `: ${said.slice(0, 300)}`}`;
}
