import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { inThousands, withSafelight, type BenchRun } from './bench-run.ts';
import { median } from './load.ts';
import { startSafelight, untilComplete } from './safelight-server.ts';

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
        return { listening, complete: (performance.now() - started) / 1000 };
      } finally {
        await server.stop();
      }
    };
    for (const isCold of [true, false]) {
      const times = [];
      for (let round = 0; round < (bench.isQuick ? 1 : 3); round++) times.push(await time(isCold));
      const size = inThousands(images);
      bench.report({
        name: isCold
          ? `cold start to the first whole list, ${size}`
          : `start with a warm index to the first list, ${size}`,
        value: median(times.map(({ complete }) => complete)),
        unit: 's',
        limit: images <= 100_000 ? { most: isCold ? 8 : 1 } : null,
        detail: `listening after ${median(times.map(({ listening }) => listening)).toFixed(2)} s`,
      });
    }
  }
}
