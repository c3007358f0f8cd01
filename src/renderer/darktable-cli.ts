import { spawn } from 'node:child_process';
import { chmod, constants, copyFile, mkdir, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { setPriority } from 'node:os';
import { basename, join, resolve } from 'node:path';
import type { Command } from '../darktable/installation.ts';
import { reasonOf } from '../platform/errors.ts';
import { tellingConf } from './user-config.ts';

export interface RenderJob {
  cli: Command;
  /** A folder of this run's own: darktable's config folder in it stays from one job to the next, everything else goes. */
  workDir: string;
  picture: string;
  /** Content of the sidecar that tells the development. */
  xmp: string;
  /**
   * The JPEG shall tell what the sidecar tells besides: place, stars, texts, tags. Else it tells what the file does, and a sidecar that
   * may lie beside it.
   */
  isDescribed: boolean;
  /** The box in pixels that the picture fits; null: full size. */
  box: { width: number; height: number } | null;
  /** JPEG quality, 1-100. */
  quality: number;
  /** Develops at full size and scales last: about three times as long where the picture is scaled down. */
  isFine: boolean;
  /** How far behind the photographer's own work it stands, as os.setPriority counts. */
  priority: number;
  timeoutMs: number;
  /** Ends the run. */
  signal: AbortSignal;
}

/** darktable-cli did not make the picture; the message says why, for people. */
export class RenderError extends Error {
  /** It was given up after its time: trying again would take as long. */
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

/** There is no such program any more, or it may not be run. */
export class CliMissing extends Error {}

/**
 * Has darktable-cli render one picture by a sidecar, in a library in memory and a config folder of its own, so that it
 * touches nothing of the user's; it runs beside a darktable that is open. Gives the JPEG's path, which is good until the
 * next job of this folder. Throws RenderError, CliMissing; when `signal` ended it, its reason.
 */
export async function renderPicture(job: RenderJob): Promise<string> {
  const { workDir, signal } = job;
  const out = join(workDir, 'picture.jpg');
  const source = join(workDir, 'source');
  await mkdir(join(workDir, 'tmp'), { recursive: true });
  // Where a file of that name exists, darktable-cli makes up another one.
  await rm(out, { force: true });
  await rm(source, { recursive: true, force: true });
  await mkdir(source);
  const picture = job.isDescribed ? await copyInto(source, job.picture) : resolve(job.picture);
  const xmp = join(source, `${basename(picture)}.xmp`);
  await writeFile(xmp, job.xmp);
  const telling = job.isDescribed ? await tellingConf(join(workDir, 'config')) : {};
  const size = job.box ?? { width: 0, height: 0 };
  const [program, ...first] = job.cli;
  const ending = await run(
    program,
    [
      ...first,
      // A whole path cannot be taken for an option, whatever the library calls the picture.
      ...[picture, xmp, out],
      ...['--width', String(size.width), '--height', String(size.height), '--hq', String(job.isFine)],
      '--core',
      ...[
        '--configdir',
        join(workDir, 'config'),
        '--cachedir',
        join(workDir, 'cache'),
        '--tmpdir',
        join(workDir, 'tmp'),
      ],
      ...['--library', ':memory:', '--disable-opencl'],
      ...Object.entries({
        'plugins/imageio/format/jpeg/quality': String(job.quality),
        // It reads the picture where it lies, and must leave nothing there.
        write_sidecar_files: 'never',
        ...telling,
      }).flatMap(([key, value]) => ['--conf', `${key}=${value}`]),
    ],
    job,
  ).finally(() => rm(source, { recursive: true, force: true }));
  signal.throwIfAborted();
  if (ending.isLate)
    throw new RenderError(`darktable-cli was not done after ${Math.round(job.timeoutMs / 1000)} s`, { isLate: true });
  const made = await stat(out).catch(() => null);
  if (made?.isFile() !== true || made.size === 0)
    throw new RenderError(`darktable-cli made no picture${why(ending.output, ending.code)}`);
  return out;
}

/**
 * Of the sidecar that it is given darktable-cli reads the development alone; the rest it takes from one beside the picture. So there
 * is a picture beside ours: a copy, for darktable looks through links, and a picture's name is part of what it writes.
 */
async function copyInto(folder: string, picture: string): Promise<string> {
  const copy = join(folder, basename(picture));
  try {
    const { atime, mtime } = await stat(picture);
    await copyFile(picture, copy, constants.COPYFILE_FICLONE);
    await chmod(copy, 0o600);
    // The time of one that tells none.
    await utimes(copy, atime, mtime);
  } catch (error) {
    // Or it is our own disk: whoever called finds that out.
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
  // A process group of its own: in a sandbox (flatpak) the program is not the one that renders.
  const child = spawn(program, args, { detached: !isWindows, windowsHide: true, stdio: ['ignore', 'pipe', 'pipe'] });
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
      // darktable may be deep in a computation, where it does not hear that.
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
      // Whatever it left running.
      end('SIGKILL');
      resolve({ code: killed ?? code, output, isLate });
    });
    if (child.pid === undefined) return;
    try {
      setPriority(child.pid, priority);
    } catch {
      // It goes at ordinary priority, or has ended.
    }
  });
}

/** The line that tells most of what darktable-cli printed, and how it ended. */
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
