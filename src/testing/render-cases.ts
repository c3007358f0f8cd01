import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { colourQuarters } from './pictures/pixels.ts';
import { dng } from './pictures/dng.ts';
import { jpeg } from './pictures/jpeg.ts';
import { sidecarPath, xmpSidecar, type HistoryStep } from './pictures/xmp-sidecar.ts';

/** A picture and its edits. */
export interface RenderCase {
  kind: 'raw' | 'jpeg';
  history: HistoryStep[];
}

export type Outcome = 'rendered' | 'nothing' | 'crash' | 'hang';

export interface RenderOptions {
  /** The program and its first arguments. */
  cli: readonly string[];
  /** A working folder for pictures; created and emptied here. */
  folder: string;
  /** The limit for one picture, in seconds of processor time. */
  patienceSeconds?: number;
  /** Ends it. */
  signal?: AbortSignal;
}

/** The longest side of the result. The pictures are larger, since darktable may crop them. */
const BOX = 120;
const WIDTH = 320;
const HEIGHT = 216;

/**
 * Has a real darktable-cli render every case, as many per run as possible: it imports a folder of pictures with their sidecars.
 * If it dies or hangs, the current picture is reported, and the next run continues with the rest.
 */
export async function renderCases(cases: readonly RenderCase[], options: RenderOptions): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  while (outcomes.length < cases.length && !options.signal?.aborted)
    outcomes.push(...(await renderRun(cases.slice(outcomes.length), options)));
  return outcomes;
}

/** One run: the outcomes up to the first case that ended it. */
async function renderRun(
  cases: readonly RenderCase[],
  { cli, folder, patienceSeconds = 20, signal }: RenderOptions,
): Promise<Outcome[]> {
  await mkdir(folder, { recursive: true });
  const work = await mkdtemp(join(folder, 'run-'));
  try {
    const [source, target] = [join(work, 'in'), join(work, 'out')];
    await mkdir(source);
    await mkdir(target);
    const pixels = colourQuarters(WIDTH, HEIGHT);
    const files = { raw: dng(pixels), jpeg: await jpeg(pixels) };
    for (const [index, { kind, history }] of cases.entries()) {
      const picture = join(source, `${nameOf(index)}.${kind === 'raw' ? 'dng' : 'jpg'}`);
      await writeFile(picture, files[kind]);
      await writeFile(sidecarPath(picture), xmpSidecar({ history }));
    }
    const ending = await run(
      [
        ...cli,
        source,
        target,
        '--out-ext',
        'jpg',
        '--width',
        String(BOX),
        '--height',
        String(BOX),
        '--hq',
        '0',
        '--core',
        '--library',
        ':memory:',
        '--disable-opencl',
        '--configdir',
        join(folder, 'config'),
        '--cachedir',
        join(work, 'cache'),
        '--tmpdir',
        join(work, 'tmp'),
        '--conf',
        'write_sidecar_files=never',
      ],
      { patienceSeconds, path: `${await withoutGdb(folder)}:${process.env.PATH}`, signal },
    );
    const made = new Set(await readdir(target));
    const isMade = (index: number) => made.has(`${nameOf(index)}.jpg`);
    const last = cases.findLastIndex((_, index) => isMade(index));
    if (ending === 'ended') return cases.map((_, index) => (isMade(index) ? 'rendered' : 'nothing'));
    // They are rendered in order.
    const done = cases.slice(0, last + 1).map((_, index): Outcome => (isMade(index) ? 'rendered' : 'nothing'));
    return last + 1 < cases.length ? [...done, ending] : done;
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}

const nameOf = (index: number) => String(index).padStart(5, '0');

/** darktable runs gdb when it crashes, which takes long. A folder with a gdb that does nothing, for the front of the PATH. */
async function withoutGdb(folder: string): Promise<string> {
  const bin = join(folder, 'bin');
  await mkdir(bin, { recursive: true });
  await writeFile(join(bin, 'gdb'), '#!/bin/sh\n', { mode: 0o755 });
  return bin;
}

/** How a run ended. Times are processor time: on a busy machine a good picture may take long. */
function run(
  [program, ...args]: string[],
  { patienceSeconds, path, signal }: { patienceSeconds: number; path: string; signal: AbortSignal | undefined },
): Promise<'ended' | 'crash' | 'hang'> {
  const env = { ...process.env, PATH: path, OMP_WAIT_POLICY: 'passive' };
  const child = spawn(program!, args, { env, stdio: ['ignore', 'pipe', 'pipe'], detached: true });
  return new Promise((resolve, reject) => {
    let isHanging = false;
    let [heardAt, heardSeconds] = [Date.now(), 0];
    const heard = () => {
      [heardAt, heardSeconds] = [Date.now(), cpuSeconds(child.pid)];
    };
    for (const stream of [child.stdout, child.stderr]) stream.on('data', heard);
    const stop = () => child.kill('SIGKILL');
    signal?.addEventListener('abort', stop);
    const timer = setInterval(() => {
      const isBusy = cpuSeconds(child.pid) - heardSeconds > patienceSeconds;
      // Deadlocked: it uses no processor time.
      const isAsleep = Date.now() - heardAt > patienceSeconds * 15_000;
      if (!isBusy && !isAsleep) return;
      isHanging = true;
      stop();
    }, 250);
    child.once('error', reject);
    child.once('close', (code, ended) => {
      clearInterval(timer);
      signal?.removeEventListener('abort', stop);
      resolve(isHanging ? 'hang' : ended !== null || (code ?? 0) > 128 ? 'crash' : 'ended');
    });
  });
}

function cpuSeconds(pid: number | undefined): number {
  try {
    const [user, system] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ').slice(11, 13);
    return (Number(user) + Number(system)) / 100;
  } catch {
    return 0;
  }
}
