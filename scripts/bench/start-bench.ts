import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { inThousands, withSafelight, type BenchRun } from './bench-run.ts';
import { startChild } from './child-server.ts';
import { median } from './load.ts';
import { cpuSeconds } from './processes.ts';
import { startSafelight, untilComplete } from './safelight-server.ts';

type Figure = 'bare' | 'bareBusy' | 'listening' | 'complete' | 'busy';

/** What a start with a warm index may be of a Node that only reads the rows of 100,000 images and listens; of fewer, most of it is loading the program. */
const MOST_TIMES = 2;

/** From starting the process to the first list answer that shows the whole library. */
export async function benchStart(bench: BenchRun): Promise<void> {
  for (const images of bench.sizes) {
    const library = await bench.libraries.generated(images);
    // Creates the registration and the token, so that they are not part of the start.
    await withSafelight(library, () => Promise.resolve());
    const time = async (isCold: boolean) => {
      if (isCold) {
        for (const end of ['', '-wal', '-shm']) rmSync(join(library.dataDir, `index.db${end}`), { force: true });
      }
      const started = performance.now();
      const server = await startSafelight(library);
      const listening = (performance.now() - started) / 1000;
      try {
        await untilComplete(server, images);
        return { listening, complete: (performance.now() - started) / 1000, busy: cpuSeconds(server.pid) };
      } finally {
        await server.stop();
      }
    };
    /** Of a Node that reads the same rows, in the same turn. */
    const bareTime = async () => {
      const started = performance.now();
      const bare = await startChild([join(import.meta.dirname, 'bare-start.ts'), join(library.dataDir, 'index.db')]);
      const [seconds, busy] = [(performance.now() - started) / 1000, cpuSeconds(bare.pid)];
      await bare.stop();
      return { bare: seconds, bareBusy: busy };
    };
    const size = inThousands(images);
    const rounds = bench.isQuick ? 1 : 3;
    const cold = [];
    for (let round = 0; round < rounds; round++) cold.push(await time(true));
    bench.report({
      name: `cold start to the first whole list, ${size}`,
      value: median(cold.map(({ complete }) => complete)),
      unit: 's',
      limit: images <= 100_000 ? { most: 8 } : null,
      detail: `listening after ${median(cold.map(({ listening }) => listening)).toFixed(2)} s`,
    });
    const warm: Record<Figure, number>[] = [];
    for (let round = 0; round < rounds; round++) warm.push({ ...(await bareTime()), ...(await time(false)) });
    const middle = (figure: Figure) => median(warm.map((round) => round[figure])).toFixed(2);
    bench.report({
      name: `start with a warm index to the first list, ${size}, of a Node that only reads the rows of the lists`,
      value: median(warm.map(({ complete, bare }) => complete / bare)),
      unit: '×',
      limit: images === 100_000 ? { most: MOST_TIMES } : null,
      detail:
        `${middle('complete')} s, ${middle('bare')} s; listening after ${middle('listening')} s; ` +
        `processor time ${middle('busy')} s, ${middle('bareBusy')} s`,
    });
  }
}
