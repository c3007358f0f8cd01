/**
 * A Safelight that edits and may die in the middle. A separate process, so that it can be killed as by a power cut:
 *
 *   node src/testing/edit-child.ts LIBRARY DATA_DIR POINT [EV]
 *
 * Sets the exposure of image 1 to EV (default 1) and prints `stored` or `code detail`. At POINT (see POINTS) it kills itself; `endless`
 * goes on editing until somebody else kills it, `none` just edits.
 */
import { kill, pid } from 'node:process';
import { AppError } from '../platform/errors.ts';
import { Events } from '../platform/events.ts';
import { WRITE_STEPS } from '../library/history-write.ts';
import { openLibrary } from '../library/library.ts';
import { silentLog } from '../platform/log.ts';
import { changesOfTest } from './changes-of-test.ts';

/** The points between the steps of an edit, in order. */
export const POINTS = ['journaled', ...WRITE_STEPS, 'written', 'noted', 'set aside'] as const;

if (import.meta.main) await main(process.argv.slice(2));

async function main([file, dataDir, point, ev = '1']: string[]): Promise<void> {
  if (file === undefined || dataDir === undefined || point === undefined) {
    console.error('usage: node edit-child.ts LIBRARY DATA_DIR POINT [EV]');
    process.exit(2);
  }
  const reached = (at: string) => {
    if (at === point) kill(pid, 'SIGKILL');
  };
  const [log, events] = [silentLog(), new Events()];
  const library = openLibrary({ file, isSample: false, log, events });
  const { changes, close } = changesOfTest({
    file,
    dataDir,
    library,
    onStep: reached,
    setThumbnailsAside: () => {
      reached('noted');
      return Promise.resolve();
    },
    events,
    log,
  });
  events.on('preview.changed', () => reached('set aside'));
  const edit = (exposure: number) =>
    changes.modules.apply({ imageId: 1, operation: 'exposure', client: 'child' }, { params: { exposure } });
  try {
    if (point === 'endless') {
      for (let step = 0; ; step += 1) {
        await edit((step % 30) / 10 + 0.1);
        if (step === 0) console.log('editing');
      }
    }
    await edit(Number(ev));
    console.log('stored');
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    console.log(`${error.code} ${error.message}`);
  }
  await close();
  library.close();
}
