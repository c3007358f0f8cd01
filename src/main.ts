import { staySmall } from './small-process.ts';

staySmall();
// Not before: loading the program is the first thing that makes the heap grow.
const { program } = await import('./program.ts');
process.exit(await program());
