import { setFlagsFromString } from 'node:v8';

/**
 * [Note: A small process] A tray companion should stay small. Measured at 100,000 images, after a load:
 * - V8's nursery becomes 64 MB large under load and never small again. One that does not grow saves some thirty megabytes. (Collecting
 *   the rest more often saves two, and costs a tenth of the processor time of a thumbnail.)
 * - glibc learns from the first large block that is freed to take blocks of that size from its heap, keeps a heap for each of the
 *   first threads, and gives back what is free only at the end of one. Told otherwise, it takes thirty-five megabytes less.
 */
const V8_FLAGS = [
  '--semi-space-growth-factor=1',
  // Of so small a nursery little is ever alive: waking other threads to help takes longer than copying it.
  '--no-parallel-scavenge',
];
/** In MB. Of so large a nursery, hardly anything of a request is alive when it is full: with 2, a sixth of the time went by collecting. */
const NURSERY = '--min-semi-space-size=16';
const GLIBC = {
  MALLOC_ARENA_MAX: '1',
  MALLOC_MMAP_THRESHOLD_: '32768',
  MALLOC_TRIM_THRESHOLD_: '65536',
  MALLOC_TOP_PAD_: '0',
};
/** Says that the process has begun as it should. */
const BEGUN = 'SAFELIGHT_BEGUN';

/** Commands that end soon have no time to grow. By name, as the command line itself is not loaded yet. */
export const SHORT_COMMANDS: readonly string[] =
  'clients settings plugin bridge doctor launcher sample sign-in-link params'.split(' ');
const SHORT = new Set([...SHORT_COMMANDS, '--help', '--version']);

/** To be called before anything is loaded. Where it can be helped on, the process begins anew, under the same number; that takes 15 ms. */
export function staySmall(): void {
  for (const flag of V8_FLAGS) setFlagsFromString(flag);
  if (process.env[BEGUN] !== undefined) {
    // Not meant for darktable and whatever else we start.
    for (const [name, value] of [[BEGUN, '1'], ...Object.entries(GLIBC)])
      if (process.env[name!] === value) Reflect.deleteProperty(process.env, name!);
    return;
  }
  if (process.platform !== 'linux' || process.send !== undefined) return;
  if (!process.argv.some((word) => SHORT.has(word))) beginAnew();
}

/** The nursery's first size, and what glibc does, is set when a process begins. */
function beginAnew(): void {
  try {
    process.execve?.(process.execPath, [process.execPath, NURSERY, ...process.execArgv, ...process.argv.slice(1)], {
      ...GLIBC,
      // Whoever has set one of them knows better.
      ...process.env,
      [BEGUN]: '1',
    });
  } catch {
    // Then it is as large as it is.
  }
}
