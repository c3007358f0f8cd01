import { spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Command } from './installation.ts';
import { runningDarktable } from './running.ts';

/** The outcome of a start. `running`: a darktable had the library open already. */
export type Started = { status: 'starting' } | { status: 'running'; pid: number };

/** darktable ended right away; the message says how, for people. */
export class StartError extends Error {}

/** How soon a darktable that cannot start ends: no screen, a broken installation. */
const EARLY_MS = 1_500;
/** How long darktable may take to open its library. */
const STARTING_MS = 60_000;

/** The process last started for each library that has not opened it yet. */
const starting = new Map<string, { isAlive: () => boolean; atMs: number }>();

/**
 * Starts darktable with its window for a library, unless one has it open or is about to. It keeps running when
 * Safelight ends. Throws StartError when it ends at once.
 */
export async function startDarktable(options: {
  app: Command;
  args: readonly string[];
  library: string;
}): Promise<Started> {
  const { app, args, library } = options;
  const running = runningDarktable(library);
  if (running) {
    starting.delete(library);
    return { status: 'running', pid: running.pid };
  }
  const last = starting.get(library);
  if (last && last.isAlive() && performance.now() - last.atMs < STARTING_MS) return { status: 'starting' };
  const [program, ...first] = app;
  const child = spawn(program, [...first, ...args], { detached: true, stdio: 'ignore' });
  const isAlive = () => child.pid !== undefined && child.exitCode === null && child.signalCode === null;
  starting.set(library, { isAlive, atMs: performance.now() });
  const ending = new Promise<void>((resolve, reject) => {
    child.once('error', (error) => reject(new StartError(error.message, { cause: error })));
    child.once('exit', (code, signal) => {
      // A launcher (flatpak) exits normally when it has handed over.
      if (code === 0) resolve();
      else reject(new StartError(`it ended at once (${signal ?? `exit code ${code}`})`));
    });
  });
  const early = new AbortController();
  const later = sleep(EARLY_MS, undefined, { signal: early.signal }).catch(() => undefined);
  await Promise.race([ending, later]).finally(() => early.abort());
  child.unref();
  return { status: 'starting' };
}
