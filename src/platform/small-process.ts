import { setFlagsFromString } from 'node:v8';

/**
 * [Note: A small process] A tray companion should stay small. Measured at 100,000 images, after a load:
 * - V8's nursery becomes 64 MB large under load and never small again. One that does not grow saves some thirty megabytes. (Collecting
 *   the rest more often saves two, and costs a tenth of the processor time of a thumbnail.)
 * - glibc learns from the first large block that is freed to take blocks of that size from its heap, keeps a heap for each of the
 *   first threads, and gives back what is free only at the end of one. Told otherwise, it takes thirty-five megabytes less. A page of
 *   records (33 kB) still comes from the heap: mapped for each request, a third of the time goes into page faults.
 */
const V8_FLAGS = [
  '--semi-space-growth-factor=1',
  // Of so small a nursery little is ever alive: waking other threads to help takes longer than copying it.
  '--no-parallel-scavenge',
];
/**
 * The nursery's size in MB, and by how many percent the rest may grow before it is collected. With a nursery of 2, a sixth of the time of
 * a thumbnail went by collecting; with 16, what requests leave outside of V8's heap waits twice as long to be freed. Without a limit, garbage
 * of a load stayed: 320 MB for the server alone, with it 222. With 30 instead of 100 percent, a page of images took twice as long.
 */
const HEAP = ['--min-semi-space-size=8', '--heap-growing-percent=100'];
const GLIBC = {
  MALLOC_ARENA_MAX: '1',
  MALLOC_MMAP_THRESHOLD_: '65536',
  MALLOC_TRIM_THRESHOLD_: '131072',
  MALLOC_TOP_PAD_: '0',
};
/** Tells the new process that it was started with these options. */
const BEGUN = 'SAFELIGHT_BEGUN';

/** Commands that end soon have no time to grow. By name, as the command line itself is not loaded yet. */
export const SHORT_COMMANDS: readonly string[] =
  'clients settings plugin bridge farm backups unlock doctor update launcher sample sign-in-link params export publish mcp events'.split(
    ' ',
  );
const SHORT = new Set([...SHORT_COMMANDS, '--help', '--version']);

/** Call it before anything is loaded. Where possible, the process replaces itself (exec), with the same pid; that takes 15 ms. */
export function staySmall(): void {
  for (const flag of V8_FLAGS) setFlagsFromString(flag);
  if (process.env[BEGUN] !== undefined) {
    // Not for darktable and other programs that we start.
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
    process.execve?.(process.execPath, [process.execPath, ...HEAP, ...process.execArgv, ...process.argv.slice(1)], {
      ...GLIBC,
      // Values set by the user win.
      ...process.env,
      [BEGUN]: '1',
    });
  } catch {
    // Then it is as large as it is.
  }
}
