import { staySmall } from './platform/small-process.ts';

staySmall();
// Not before: loading the program is the first thing that makes the heap grow.
const { program } = await import('./commands/program.ts');
process.exit(await program());
