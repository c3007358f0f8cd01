import { randomUUID } from 'node:crypto';
import { DestinationFailure } from '../destination.ts';
import { TEST_FOLDER } from './file-names.ts';
import { contentOfText, joined, type FileStore } from './file-store.ts';
import type { CheckedMarker } from './marker.ts';

/** Tries all that publishing does with a folder and a file of its own. Throws when the place is not even reached. */
export async function testRights(store: FileStore, marker: CheckedMarker, signal: AbortSignal): Promise<string[]> {
  // A wrong password and an answer that is not understood are no lack of a right.
  await marker.read(signal);
  const lacking: string[] = [];
  const may = async (what: string, act: () => Promise<unknown>): Promise<boolean> => {
    try {
      await act();
      return true;
    } catch (error) {
      if (!(error instanceof DestinationFailure)) throw error;
      lacking.push(`${what}: ${error.message}`);
      return false;
    }
  };
  const folder = `${TEST_FOLDER}${randomUUID()}`;
  if (!(await may('It cannot make folders', () => store.makeFolder(folder, signal)))) return lacking;
  const [first, second] = ['first.txt', 'second é.txt'].map((name) => joined(folder, name)) as [string, string];
  const content = contentOfText(`Safelight tries what it may do here: ${randomUUID()}\n`);
  const isWritten = await may('It cannot write files', async () => {
    await store.write(first, content, 'nothing', signal);
    const bytes = await store.read(first, content.bytes + 1, signal);
    if (!bytes?.equals(content.from as Buffer))
      throw new DestinationFailure('unknown', 'what was read back is not what was written.');
  });
  if (isWritten) {
    let path = first;
    if (
      (await store.wholeWrites(signal)) !== 'all' &&
      (await may('It cannot rename files', () => store.moveToNew(first, second, signal)))
    )
      path = second;
    await may('It cannot list folders', async () => {
      const entries = await store.list(folder, signal);
      if (entries?.length !== 1 || entries[0]?.path !== path)
        throw new DestinationFailure('unknown', 'the list is not what is in the folder.');
    });
    await may('It cannot delete files', () => store.remove(path, signal));
  }
  await may('It cannot delete folders', () => store.removeFolder(folder, signal));
  // Only a place that can be published to is marked.
  if (lacking.length === 0) await marker.id(signal);
  return lacking;
}
