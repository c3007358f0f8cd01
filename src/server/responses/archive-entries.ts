import { open, stat } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { setImmediate as breathe } from 'node:timers/promises';
import { archiveNaming, type ArchivePicture } from '../../contract/archive-names.ts';
import type { Batch } from '../../exports/export-batches.ts';
import type { ExportFacts, ExportFolder } from '../../exports/export-folder.ts';
import { imageRowsSql, imageSet, type ImageRow } from '../../library/image-sql.ts';
import type { Library } from '../../library/library.ts';
import type { Services } from '../services.ts';
import type { ArchiveEntry } from './archive.ts';

/** How many images are looked up and named at once: that takes some milliseconds, during which nobody else is answered. */
const AT_ONCE = 500;

/** The existing ones. A picture's name is the same as if all of them existed. */
export async function archiveEntries(services: Services, batch: Batch, pattern: string): Promise<ArchiveEntry[]> {
  const { library } = services;
  const { ids } = batch;
  const entryOf = batch.recipe ? await recipeEntries(services, batch) : await queueEntries(services, ids);
  const nameOf = archiveNaming(pattern);
  const entries: ArchiveEntry[] = [];
  for (let at = 0; at < ids.length; at += AT_ONCE) {
    const some = ids.slice(at, at + AT_ONCE);
    const pictures = await picturesOf(library, some);
    for (const id of some) {
      const picture = pictures.get(id) ?? { ...GONE, id };
      entries.push(...(await entryOf(id, (ending) => nameOf(picture, ending))));
    }
    await breathe();
  }
  return entries;
}

/** Of at most so many. */
export async function picturesOf(
  library: Pick<Library, 'read'>,
  ids: readonly number[],
): Promise<Map<number, ArchivePicture>> {
  const some = JSON.stringify(ids);
  const rows = await library.read(
    (reader) => reader.all(imageRowsSql(reader.schema, imageSet), { ids: some, waiting: reader.waiting }) as ImageRow[],
  );
  return new Map(rows.map(({ id, json }) => [id, JSON.parse(`${json}}`) as ArchivePicture]));
}

/** For an image that has since left the library. Its id becomes the name. */
const GONE = { filename: '', film_roll: '', title: null, rating: 0, datetime_taken: null };

/** The entries of one image, which `nameOf` names by its ending, once. */
type EntriesOf = (id: number, nameOf: (ending?: string) => string) => Promise<ArchiveEntry[]> | ArchiveEntry[];

async function queueEntries({ exports }: Services, ids: readonly number[]): Promise<EntriesOf> {
  const folder = exports();
  const facts = await folder.facts(ids);
  return (id, nameOf) => {
    const name = nameOf();
    const found = facts.get(id);
    return found ? [entryOf(folder, { id, name, ...found })] : [];
  };
}

async function recipeEntries({ recipeExports, exportBatches }: Services, batch: Batch): Promise<EntriesOf> {
  const folder = exportBatches.picturesOf(batch);
  const outcomes = await recipeExports.outcomes(batch);
  return async (id, nameOf) => {
    const outcome = outcomes.get(id);
    if (outcome?.is !== 'made') return (nameOf(), []);
    const { file, sidecar } = outcome;
    const name = nameOf(extname(file).slice(1));
    const picture = await fileEntry(join(folder, file), name);
    return sidecar === null ? [picture] : [picture, await fileEntry(join(folder, sidecar), `${name}.xmp`)];
  };
}

/** A file in a folder of ours: whole once it has its name, and never written again. */
async function fileEntry(file: string, name: string): Promise<ArchiveEntry> {
  const { size, mtimeMs } = await stat(file);
  return { name, size, modifiedMs: mtimeMs, open: () => open(file) };
}

/** Opened when its turn comes: thousands of files must not stay open during a download. */
const entryOf = (
  folder: ExportFolder,
  { id, name, size, modifiedMs, inode }: ExportFacts & { id: number; name: string },
): ArchiveEntry => ({
  name,
  size,
  modifiedMs,
  async open() {
    const now = await folder.open(id);
    if (!now) return null;
    if (now.inode === inode && now.size === size) return now.handle;
    await now.handle.close();
    return null;
  },
});
