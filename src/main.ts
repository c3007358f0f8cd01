import { setFlagsFromString } from 'node:v8';

// A tray companion should stay small. V8's nursery becomes 64 MB large under load and never small again, and garbage may pile up to several
// times what is alive. Measured at 100,000 images: a nursery that does not grow and half as much garbage as life save some ninety megabytes. The
// 1 MB that V8 begins with would save six more, but a thumbnail that the browser has was answered at 71 % of a bare server's speed
// instead of 84 % (in turn, a library of 3,000 images).
setFlagsFromString('--semi-space-growth-factor=1');
setFlagsFromString('--min-semi-space-size=4');
setFlagsFromString('--heap-growing-percent=50');
// Of so small a nursery little is ever alive: waking other threads to help takes longer than copying it.
setFlagsFromString('--no-parallel-scavenge');

// Not before: loading the program is the first thing that makes the heap grow.
const { program } = await import('./program.ts');
process.exit(await program());
