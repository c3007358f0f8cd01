import Database from 'better-sqlite3';
import { dirname } from 'node:path';
import { sidecarSettings } from '../darktable/darktablerc.ts';
import { libraryHolder } from '../darktable/running.ts';
import { beginWrite } from '../library/begin-write.ts';
import { readOrganised } from '../library/organised.ts';
import { noteSidecarWrittenSql, readSidecarFacts } from '../library/sidecar-facts.ts';
import type { Library, LibraryReader } from '../library/library.ts';
import { type SidecarHistory, withEdits } from './history-sidecar.ts';
import { holdsEdits } from './only-in-library.ts';
import { changedSidecar, writeSidecar, type ChangedSidecar, type LeftSidecar } from './sidecar-file.ts';
import { withMarks } from './sidecar-properties.ts';

export interface WrittenSidecars {
  written: number;
  left: LeftSidecar[];
}

export const SIDECAR_STEPS = ['noted', 'first sidecar', 'all sidecars'] as const;
export type SidecarStep = (typeof SIDECAR_STEPS)[number];

export interface WriteSidecarsOptions {
  library: Pick<Library, 'file' | 'read'>;
  /** For edits to be written, too: the histories of images. */
  historiesOf?: ((reader: LibraryReader, imageIds: readonly number[]) => Map<number, SidecarHistory>) | undefined;
  /** For tests of power cuts. */
  onStep?: ((step: SidecarStep) => void) | undefined;
}

/** How many images are read from the library and noted in it at once. */
const AT_ONCE = 100;
const BUSY_MS = 1_000;

/**
 * [Note: Sidecars after a direct change] Brings the sidecars of these images in line with the library, if darktable is set to write sidecars.
 * Returns null when darktable has opened the library: try again later.
 *
 * When darktable starts, it asks about sidecars newer than `images.write_timestamp`. So their time is chosen first and noted in the library.
 * Only then are they written, with exactly that time. Whatever happens in between, no sidecar is ever newer than its note.
 */
export async function writeSidecars(
  imageIds: readonly number[],
  { library, historiesOf, onStep }: WriteSidecarsOptions,
): Promise<WrittenSidecars | null> {
  const settings = await sidecarSettings(dirname(library.file));
  const all: WrittenSidecars = { written: 0, left: [] };
  if (!settings.areWritten) return all;
  for (let from = 0; from < imageIds.length; from += AT_ONCE) {
    if (libraryHolder(library.file)) return null;
    const some = imageIds.slice(from, from + AT_ONCE);
    const { images, facts, histories } = await library.read((reader) => {
      const facts = readSidecarFacts(reader, some);
      const edited = some.filter((id) => (facts.get(id)?.editedHash ?? null) !== null);
      return { images: readOrganised(reader, some), facts, histories: historiesOf?.(reader, edited) };
    });
    const changed: ChangedSidecar[] = [];
    for (const imageId of some) {
      const [image, of] = [images.get(imageId), facts.get(imageId)];
      if (!image || !of) continue;
      const [history, hash] = [histories?.get(imageId), of.editedHash];
      const result = await changedSidecar(of, (text) => {
        const marked = withMarks(text, image, settings);
        if (!history || hash === null || holdsEdits(text, hash)) return marked;
        // That of the library, which darktable itself writes.
        return withEdits(marked, { ...history, hash: Buffer.from(hash, 'hex') });
      });
      if (result && 'text' in result) changed.push(result);
      else if (result) all.left.push(result);
    }
    if (changed.length === 0) continue;
    const now = Math.floor(Date.now() / 1000);
    const noted = noteWritten(library.file, changed, now);
    if (!noted) return null;
    onStep?.('noted');
    for (const [index, sidecar] of noted.entries()) {
      const left = await writeSidecar(sidecar, now);
      if (left) all.left.push(left);
      else all.written += 1;
      if (index === 0) onStep?.('first sidecar');
    }
    onStep?.('all sidecars');
  }
  return all;
}

/** Those that darktable has not written itself meanwhile; null: it has the library open. */
function noteWritten(file: string, changed: readonly ChangedSidecar[], now: number): ChangedSidecar[] | null {
  const library = new Database(file, { fileMustExist: true, timeout: BUSY_MS });
  try {
    beginWrite(library);
    if (libraryHolder(file)) return null;
    const note = library.prepare(noteSidecarWrittenSql);
    const noted = changed.filter(
      ({ facts: { imageId, writtenAt } }) => note.run({ imageId, writtenAt, now }).changes > 0,
    );
    library.exec('COMMIT');
    return noted;
  } finally {
    // Closing rolls back what was not committed.
    library.close();
  }
}
