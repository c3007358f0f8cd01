import { readdir } from 'node:fs/promises';
import { setImmediate as breathe } from 'node:timers/promises';
import type { Services } from '../../services.ts';
import { archiveNaming, type ArchivePicture } from '../../../contract/archive-names.ts';
import { ArchiveQuery } from '../../../contract/archive-query.ts';
import { ExportBatch, ExportBatchList, MOST_BATCH_FAILURES } from '../../../contract/export-batches.ts';
import type { Batch } from '../../../exports/export-batches.ts';
import type { ExportFacts, ExportFolder } from '../../../exports/export-folder.ts';
import { imageRowsSql, imageSet, type ImageRow } from '../../../library/image-sql.ts';
import type { Library } from '../../../library/library.ts';
import { AppError } from '../../../platform/errors.ts';
import * as example from '../../openapi/examples.ts';
import { sendArchive, type ArchiveEntry } from '../../responses/archive.ts';
import { contentDisposition } from '../../responses/content-disposition.ts';
import { noStore, ok } from '../../routing/answers.ts';
import { route, type Route } from '../../routing/route.ts';

function batchOf({ exportBatches }: Services, client: string, id: string): Batch {
  const batch = exportBatches.find(client, id);
  if (!batch) throw new AppError('not_found', 'This client has no such export batch.');
  return batch;
}

async function progress({ library, queues, exports }: Services, batches: readonly Batch[]): Promise<ExportBatch[]> {
  const waiting = new Set(queues.exports.pending());
  const there = await exportsIn(exports().folder);
  const reasons = new Map(queues.exports.failures().map(({ job, reason }) => [Number(job), reason]));
  const all: ExportBatch[] = [];
  for (const { id, requestedMs, ids } of batches) {
    const failed: number[] = [];
    const counts = { done: 0, waiting: 0 };
    for (const image of ids)
      if (waiting.has(image)) counts.waiting++;
      else if (there.has(image)) counts.done++;
      else failed.push(image);
    const told = failed.slice(0, MOST_BATCH_FAILURES);
    const pictures = await picturesOf(library, told);
    all.push({
      id,
      requested_at: requestedMs,
      total: ids.length,
      ...counts,
      failed: failed.length,
      image_ids: ids.slice(0, 10),
      failures: told.map((image) => ({
        image_id: image,
        filename: pictures.get(image)?.filename ?? null,
        reason: reasons.get(image) ?? 'the export is not there any more',
      })),
    });
    // A batch may have a hundred thousand.
    await breathe();
  }
  return all;
}

/** The existing ones. A picture's name is the same as if all of them existed. */
async function entriesOf({ library, exports }: Services, { ids }: Batch, pattern: string): Promise<ArchiveEntry[]> {
  const folder = exports();
  const facts = await folder.facts(ids);
  const nameOf = archiveNaming(pattern);
  const entries: ArchiveEntry[] = [];
  for (let at = 0; at < ids.length; at += AT_ONCE) {
    const some = ids.slice(at, at + AT_ONCE);
    const pictures = await picturesOf(library, some);
    for (const id of some) {
      const name = nameOf(pictures.get(id) ?? { ...GONE, id });
      const found = facts.get(id);
      if (found) entries.push(entryOf(folder, { id, name, ...found }));
    }
    await breathe();
  }
  return entries;
}

export const exportBatchRoutes: readonly Route[] = [
  route({
    method: 'get',
    path: '/api/v1/exports',
    id: 'listExportBatches',
    tag: 'Previews and exports',
    summary: 'List export batches',
    description:
      'The progress of the last 20 `POST /api/v1/images/export` requests of this client, newest first. The list survives a restart.',
    scope: 'previews:read',
    answers: ok({ description: 'The batches.', json: ExportBatchList, example: { items: [example.exportBatch] } }),
    errors: ['queue_error', 'library_unavailable'],
    handle:
      (services) =>
      async ({ client }) => ({ items: await progress(services, services.exportBatches.list(client)) }),
  }),
  route({
    method: 'get',
    path: '/api/v1/exports/:batchId',
    id: 'getExportBatch',
    tag: 'Previews and exports',
    summary: 'Read one export batch',
    scope: 'previews:read',
    answers: ok({ description: 'The batch.', json: ExportBatch, example: example.exportBatch }),
    errors: ['queue_error', 'library_unavailable'],
    handle:
      (services) =>
      async ({ params, client }) => {
        const [batch] = await progress(services, [batchOf(services, client, params.batchId)]);
        return batch;
      },
  }),
  route({
    method: 'delete',
    path: '/api/v1/exports/:batchId',
    id: 'forgetExportBatch',
    tag: 'Previews and exports',
    summary: 'Forget an export batch',
    description: 'The exported files stay, and waiting jobs stay in the queue.',
    scope: 'previews:read',
    answers: { 204: { description: 'The batch is no longer listed.' } },
    handle:
      (services) =>
      ({ params, client }) =>
        services.exportBatches.forget(batchOf(services, client, params.batchId)),
  }),
  route({
    method: 'get',
    path: '/api/v1/exports/:batchId/archive',
    id: 'getExportArchive',
    tag: 'Previews and exports',
    summary: 'Download an export batch as a ZIP file',
    description:
      'Contains the exports that are finished, without compression. If an export changes during the download, the response breaks off.',
    scope: 'previews:read',
    query: ArchiveQuery,
    answers: {
      200: {
        description: 'The archive.',
        types: ['application/zip'],
        headers: { ...noStore, 'Content-Disposition': 'always' },
      },
    },
    errors: ['conflict', 'storage_error', 'library_unavailable'],
    curl: { save: 'exports.zip' },
    handle:
      (services) =>
      async ({ params, query: { pattern }, client, req, res }) => {
        const batch = batchOf(services, client, params.batchId);
        const entries = await entriesOf(services, batch, pattern);
        if (entries.length === 0) {
          const problem = await services.exports().check();
          if (problem !== null) throw new AppError('storage_error', `None of these exports can be read: ${problem}.`);
          throw new AppError('conflict', 'None of these exports is finished yet. Try again later.');
        }
        res.set({
          'Cache-Control': 'no-store',
          'Content-Disposition': contentDisposition('attachment', `safelight-${compactTime(batch.requestedMs)}.zip`),
        });
        await sendArchive(res, entries, { headOnly: req.method === 'HEAD' });
      },
  }),
];

/** How many images are looked up and named at once: that takes some milliseconds, during which nobody else is answered. */
const AT_ONCE = 500;

/** Of at most so many. */
async function picturesOf(
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

/** The local time, for example 20261122-0845. */
function compactTime(ms: number): string {
  const at = new Date(ms);
  const two = (part: number) => String(part).padStart(2, '0');
  return `${at.getFullYear()}${two(at.getMonth() + 1)}${two(at.getDate())}-${two(at.getHours())}${two(at.getMinutes())}`;
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

/** The images whose exports exist. */
async function exportsIn(folder: string): Promise<Set<number>> {
  const names = await readdir(folder).catch(() => []);
  return new Set(names.flatMap((name) => (/^\d+\.jpg$/.test(name) ? [Number.parseInt(name, 10)] : [])));
}
