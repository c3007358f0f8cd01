import type { Services } from '../../services.ts';
import { OWN_NAME } from '../../../contract/archive-names.ts';
import { ArchiveQuery } from '../../../contract/archive-query.ts';
import { ExportBatch, ExportBatchList } from '../../../contract/export-batches.ts';
import { MOST_MISSING } from '../../../contract/most-ids.ts';
import { ExportsAccepted, NewExport } from '../../../contract/recipes.ts';
import type { Batch } from '../../../exports/export-batches.ts';
import { AppError } from '../../../platform/errors.ts';
import * as example from '../../openapi/examples.ts';
import { findImages } from '../../requests/find-images.ts';
import { newExport } from '../../requests/new-export-body.ts';
import { sendArchive } from '../../responses/archive.ts';
import { archiveEntries } from '../../responses/archive-entries.ts';
import { batchProgress } from '../../responses/batch-progress.ts';
import { contentDisposition } from '../../responses/content-disposition.ts';
import { accepted, noStore, ok } from '../../routing/answers.ts';
import { json } from '../../routing/body.ts';
import { route, type Route } from '../../routing/route.ts';

function batchOf({ exportBatches }: Services, client: string, id: string): Batch {
  const batch = exportBatches.find(client, id);
  if (!batch) throw new AppError('not_found', 'This client has no such export batch.');
  return batch;
}

export const exportBatchRoutes: readonly Route[] = [
  route({
    method: 'get',
    path: '/api/v1/exports',
    id: 'listExportBatches',
    tag: 'Previews and exports',
    summary: 'List export batches',
    description:
      'The progress of the last 20 requests for exports of this client, newest first. The list survives a restart.',
    scope: 'previews:read',
    answers: ok({ description: 'The batches.', json: ExportBatchList, example: { items: [example.exportBatch] } }),
    errors: ['queue_error', 'library_unavailable'],
    handle:
      (services) =>
      async ({ client }) => ({ items: await batchProgress(services, services.exportBatches.list(client)) }),
  }),
  route({
    method: 'post',
    path: '/api/v1/exports',
    id: 'exportByRecipe',
    tag: 'Export recipes',
    summary: 'Export images by a recipe',
    description:
      'Takes the id of a recipe with up to 10,000 `ids`, or with a `filter`, which also needs the scope `images:read`. darktable-cli makes the pictures in the background; the archive of the batch has them.',
    scope: 'cache:refresh',
    body: json(NewExport, { recipe: 1, ids: [4711, 4712, 4713] }, newExport),
    answers: accepted({
      description: 'They are being made.',
      json: ExportsAccepted,
      example: { status: 'accepted', batch: example.exportBatch.id, images: 2, missing: 1, missing_ids: [4713] },
    }),
    errors: ['not_found', 'read_only', 'storage_error', 'library_unavailable', 'index_building'],
    handle:
      (services) =>
      async ({ body, client, res }) => {
        const { recipes, exportBatches, recipeExports } = services;
        const recipe = recipes.find(body.recipe);
        if (!recipe) throw new AppError('not_found', `There is no recipe ${body.recipe}.`);
        const { ids, missing } = await findImages(services, body, res);
        const batch = ids.length > 0 ? await exportBatches.add(client, ids, recipe) : null;
        recipeExports.wake();
        return {
          status: 'accepted',
          batch: batch?.id ?? null,
          images: ids.length,
          missing: missing.length,
          missing_ids: missing.slice(0, MOST_MISSING),
        };
      },
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
        const [batch] = await batchProgress(services, [batchOf(services, client, params.batchId)]);
        return batch;
      },
  }),
  route({
    method: 'delete',
    path: '/api/v1/exports/:batchId',
    id: 'forgetExportBatch',
    tag: 'Previews and exports',
    summary: 'Forget an export batch',
    description:
      'Files in the export folder stay, and waiting jobs stay in the queue. What was made by a recipe is deleted, and what waits is not made.',
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
        const entries = await archiveEntries(services, batch, pattern ?? batch.recipe?.pattern ?? OWN_NAME);
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

/** The local time, for example 20261122-0845. */
function compactTime(ms: number): string {
  const at = new Date(ms);
  const two = (part: number) => String(part).padStart(2, '0');
  return `${at.getFullYear()}${two(at.getMonth() + 1)}${two(at.getDate())}-${two(at.getHours())}${two(at.getMinutes())}`;
}
