/**
 * A Safelight that organises and may die in the middle. A separate process, so that it can be killed as by a power cut:
 *
 *   node src/testing/organising-child.ts LIBRARY DATA_DIR POINT
 *
 * Gives images 1 and 2 five stars, a label, a tag of a new name and a title, and prints `stored` or `code detail`. At POINT (a step of
 * the write) it kills itself; `endless` goes on until somebody else kills it, `none` just changes them.
 */
import { kill, pid } from 'node:process';
import { openLibrary } from '../library/library.ts';
import { openOrganising } from '../changes/marks/marks.ts';
import { AppError } from '../platform/errors.ts';
import { Events } from '../platform/events.ts';
import { silentLog } from '../platform/log.ts';

await main(process.argv.slice(2));

async function main([file, dataDir, point]: string[]): Promise<void> {
  if (file === undefined || dataDir === undefined || point === undefined) {
    console.error('usage: node organising-child.ts LIBRARY DATA_DIR POINT');
    process.exit(2);
  }
  const log = silentLog();
  const events = new Events();
  const library = openLibrary({ file, isSample: false, log, events });
  const onStep = (at: string) => {
    if (at === point) kill(pid, 'SIGKILL');
  };
  const organising = openOrganising({ dataDir, library, events, log, onStep });
  const change = (rating: number, tag: string) =>
    organising.change({
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
  await organising.close();
  library.close();
}
