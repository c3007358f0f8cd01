import { ArchiveQuery } from '../../contract/archive-query.ts';
import { ExportBatch, ExportBatchList } from '../../contract/export-batches.ts';
import { noStore } from '../openapi/answers.ts';
import * as example from '../openapi/examples.ts';
import type { Operation } from '../openapi/operation.ts';

export const exportBatchesOperations: readonly Operation[] = [
  {
    method: 'get',
    path: '/api/v1/exports',
    id: 'listExportBatches',
    tag: 'Previews and exports',
    summary: 'List export batches',
    description:
      'The progress of the last 20 `POST /api/v1/images/export` requests of this client, newest first. The list survives a restart.',
    access: 'previews:read',
    answers: {
      200: {
        description: 'The batches.',
        json: ExportBatchList,
        headers: noStore,
        example: { items: [example.exportBatch] },
      },
    },
    errors: ['queue_error', 'library_unavailable'],
  },
  {
    method: 'get',
    path: '/api/v1/exports/{batchId}',
    id: 'getExportBatch',
    tag: 'Previews and exports',
    summary: 'Read one export batch',
    access: 'previews:read',
    answers: { 200: { description: 'The batch.', json: ExportBatch, headers: noStore, example: example.exportBatch } },
    errors: ['queue_error', 'library_unavailable'],
  },
  {
    method: 'delete',
    path: '/api/v1/exports/{batchId}',
    id: 'forgetExportBatch',
    tag: 'Previews and exports',
    summary: 'Forget an export batch',
    description: 'The exported files stay, and waiting jobs stay in the queue.',
    access: 'previews:read',
    answers: { 204: { description: 'The batch is no longer listed.' } },
  },
  {
    method: 'get',
    path: '/api/v1/exports/{batchId}/archive',
    id: 'getExportArchive',
    tag: 'Previews and exports',
    summary: 'Download an export batch as a ZIP file',
    description:
      'Contains the exports that are finished, without compression. If an export changes during the download, the response breaks off.',
    access: 'previews:read',
    query: ArchiveQuery,
    answers: {
      200: {
        description: 'The archive.',
        types: ['application/zip'],
        headers: { ...noStore, 'Content-Disposition': 'always' },
      },
    },
    errors: ['invalid_query', 'conflict', 'storage_error', 'library_unavailable'],
    curl: { save: 'exports.zip' },
  },
];
