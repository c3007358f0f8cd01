import { setImmediate as breathe } from 'node:timers/promises';
import { type ExportState, exportStates } from './export-facts.ts';
import type { Library } from './library.ts';

/** How many are read at once: that takes some milliseconds, during which nobody else is answered. */
const AT_ONCE = 500;

/** By id, those that are in the library. Throws `library_unavailable`. */
export async function readExportStates(
  library: Pick<Library, 'read'>,
  ids: readonly number[],
): Promise<Map<number, ExportState>> {
  const states = new Map<number, ExportState>();
  for (let at = 0; at < ids.length; at += AT_ONCE) {
    const some = ids.slice(at, at + AT_ONCE);
    for (const [id, state] of await library.read((reader) => exportStates(reader, some))) states.set(id, state);
    await breathe();
  }
  return states;
}
