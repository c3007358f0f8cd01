/**
 * A Safelight that organizes and may die in the middle. A separate process, so that it can be killed as by a power cut:
 *
 *   node src/testing/organising-child.ts LIBRARY DATA_DIR POINT
 *
 * Gives images 1 and 2 five stars, a label, a tag of a new name and a title, and prints `stored` or `code detail`. At POINT (a step of
 * the write) it kills itself; `endless` goes on until somebody else kills it, `none` just changes them.
 */
import { kill, pid } from 'node:process';
import { AppError } from '../platform/errors.ts';
import { changesOfTest } from './changes-of-test.ts';

await main(process.argv.slice(2));

async function main([file, dataDir, point]: string[]): Promise<void> {
  if (file === undefined || dataDir === undefined || point === undefined) {
    console.error('usage: node organising-child.ts LIBRARY DATA_DIR POINT');
    process.exit(2);
  }
  const onStep = (at: string) => {
    if (at === point) kill(pid, 'SIGKILL');
  };
  const { changes, close } = changesOfTest({ file, dataDir, onStep });
  const change = (rating: number, tag: string) =>
    changes.marks.change({
      imageIds: [1, 2],
      change: { rating, color_labels: ['red'], tags: { add: [tag] }, title: tag },
      client: 'child',
    });
  try {
    if (point === 'endless') {
      for (let step = 0; ; step += 1) {
        await change(step % 6, `tag|${step}`);
        if (step === 0) console.log('changing');
      }
    }
    await change(5, 'new|tag');
    console.log('stored');
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    console.log(`${error.code} ${error.message}`);
  }
  await close();
}
