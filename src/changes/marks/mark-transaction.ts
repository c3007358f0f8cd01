import Database from 'better-sqlite3';
import { beginWrite } from '../../library/begin-write.ts';
import { COORDINATES, organisedOf, organisedSql, TEXTS } from '../../library/organised.ts';
import { setRejectedSql, setStarsSql } from '../../library/stars.ts';
import { isAsBefore, labelOf, tagOf, type FieldEdit } from './fields.ts';

/** What to write about one image. */
export interface ImageEdit {
  imageId: number;
  edits: readonly FieldEdit[];
}

export interface OrganisedWrite {
  /** library.db */
  file: string;
  /** Its data.db. */
  data: string;
  images: readonly ImageEdit[];
  /** Called once nobody else can start writing. Throwing rolls everything back. */
  guard: () => void;
  /** For tests of power cuts: called after each step. */
  onStep?: ((step: OrganisedWriteStep) => void) | undefined;
}

export const ORGANISED_WRITE_STEPS = ['opened', 'begun', 'first image', 'all images', 'committed'] as const;
export type OrganisedWriteStep = (typeof ORGANISED_WRITE_STEPS)[number];

/** How long another program may keep its lock before a change is refused. */
const BUSY_MS = 1_000;

/**
 * Writes marks of images into a library that no darktable has open: library.db and data.db in one transaction, both or neither.
 * Returns false if an image no longer has the values its edits started from; then nothing was written. The caller reads the library to
 * verify the commit. Rows and columns are as darktable leaves them (measured with 4.2.1, 5.0.1 and 5.4.1): it does not change
 * `change_timestamp` for any of these.
 *
 * Synchronous from the first lock to the last, like `writeHistoryRow`. Throws SQLite's errors; then nothing was written, unless the very end
 * of the commit failed.
 */
export function writeOrganised({ file, data, images, guard, onStep }: OrganisedWrite): boolean {
  const library = new Database(file, { fileMustExist: true, timeout: BUSY_MS });
  const attachData = () => library.prepare('ATTACH ? AS data').run(data);
  try {
    const isDataWritten = images.some(addsTag);
    if (isDataWritten) attachData();
    onStep?.('opened');
    library.pragma('foreign_keys = ON');
    beginWrite(library);
    // Attached before, it would be locked for writing, too: a commit of two files waits for the disk three times more.
    if (!isDataWritten) attachData();
    onStep?.('begun');
    guard();
    if (!areAsBefore(library, images)) {
      library.exec('ROLLBACK');
      return false;
    }
    const write = writerOf(library);
    for (const [place, { imageId, edits }] of images.entries()) {
      for (const edit of edits) write(imageId, edit);
      if (place === 0) onStep?.('first image');
    }
    onStep?.('all images');
    library.exec('COMMIT');
    onStep?.('committed');
    return true;
  } finally {
    // Closing rolls back what was not committed.
    library.close();
  }
}

const addsTag = ({ edits }: ImageEdit) => edits.some(({ field, after }) => tagOf(field) !== null && after === true);

function areAsBefore(library: Database.Database, images: readonly ImageEdit[]): boolean {
  const edits = new Map(images.map((image) => [image.imageId, image.edits]));
  let present = 0;
  for (const row of library.prepare(organisedSql).iterate({ ids: JSON.stringify([...edits.keys()]) })) {
    const image = organisedOf(row);
    if (!isAsBefore(image, edits.get(image.id)!)) return false;
    present += 1;
  }
  return present === images.length;
}

function writerOf(library: Database.Database): (imageId: number, edit: FieldEdit) => void {
  const prepared = new Map<string, Database.Statement>();
  const run = (sql: string, names: Record<string, unknown>) => {
    let statement = prepared.get(sql);
    if (!statement) prepared.set(sql, (statement = library.prepare(sql)));
    return statement.run(names);
  };
  return (imageId, { field, after }) => {
    if (field === 'stars') run(setStarsSql, { imageId, stars: after });
    else if (field === 'rejected') run(setRejectedSql, { imageId, isRejected: after ? 1 : 0 });
    else if (labelOf(field) !== null) writeLabel(run, imageId, labelOf(field)!, after === true);
    else if (tagOf(field) !== null) writeTag(run, imageId, tagOf(field)!, after === true);
    else if (TEXTS.some((name) => name === field))
      writeText(
        run,
        imageId,
        TEXTS.findIndex((name) => name === field),
        after,
      );
    else if (COORDINATES.some((name) => name === field))
      run(`UPDATE images SET ${field} = :after WHERE id = :imageId`, { imageId, after });
    else throw new Error(`There is no field ${field}.`);
  };
}

type Run = (sql: string, names: Record<string, unknown>) => Database.RunResult;

function writeLabel(run: Run, imageId: number, color: number, isOn: boolean): void {
  run('DELETE FROM color_labels WHERE imgid = :imageId AND color = :color', { imageId, color });
  if (isOn) run('INSERT INTO color_labels (imgid, color) VALUES (:imageId, :color)', { imageId, color });
}

/** A tag without images stays, as in darktable. The position within the tag is after all other images. */
function writeTag(run: Run, imageId: number, name: string, isOn: boolean): void {
  if (!isOn) {
    run(
      'DELETE FROM main.tagged_images WHERE imgid = :imageId AND tagid IN (SELECT id FROM data.tags WHERE name = :name)',
      { imageId, name },
    );
    return;
  }
  run('INSERT OR IGNORE INTO data.tags (name) VALUES (:name)', { name });
  run(
    `INSERT OR IGNORE INTO main.tagged_images (imgid, tagid, position)
     SELECT :imageId, id, (SELECT (coalesce(max(position), 0) & 0xFFFFFFFF00000000) + (1 << 32) FROM main.tagged_images)
     FROM data.tags WHERE name = :name`,
    { imageId, name },
  );
}

function writeText(run: Run, imageId: number, key: number, text: unknown): void {
  run('DELETE FROM meta_data WHERE id = :imageId AND key = :key', { imageId, key });
  if (text !== null)
    run('INSERT INTO meta_data (id, key, value) VALUES (:imageId, :key, :text)', { imageId, key, text });
}
