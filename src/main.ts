import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';

/**
 * A tray companion should stay small. V8's nursery becomes 64 MB large under load and never small again, and garbage may pile up to
 * several times what is alive. 8 MB and half as much garbage as life cost a twentieth more processor time and save a hundred megabytes.
 * V8 takes the size on its command line only; a running one grows by as much as it is allowed when its nursery is full of life.
 */
function keepSmall(): void {
  setFlagsFromString('--heap-growing-percent=50');
  setFlagsFromString('--semi-space-growth-factor=4');
  const nursery = () =>
    getHeapSpaceStatistics().find(({ space_name: name }) => name === 'new_space')?.space_size ?? Infinity;
  const life: object[] = [];
  for (let round = 0; round < 20_000 && nursery() < 7 * 2 ** 20; round++) life.push([round], { round });
  setFlagsFromString('--semi-space-growth-factor=1');
}

// Before the program is loaded: that is the first thing that makes the heap grow.
keepSmall();
const { program } = await import('./program.ts');
process.exit(await program());
