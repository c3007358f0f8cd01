import type { Response } from 'express';
import { z } from 'zod';
import type { ListedChange } from '../../../changes/changes.ts';
import type { ListedField } from '../../../changes/journal/change-journal.ts';
import {
  ChangeList,
  ChangeResult,
  DryRunProgress,
  DryRunQuery,
  ImageChange,
  ImageWithWaitingReject,
  ManyImageChanges,
  UndoResult,
  type Change,
} from '../../../contract/image-change.ts';
import { PageQuery } from '../../../contract/image-query.ts';
import { ImageRecord } from '../../../contract/image-record.ts';
import { AppError, imageNotFound } from '../../../platform/errors.ts';
import { requireScope } from '../../middleware/guard.ts';
import * as example from '../../openapi/examples.ts';
import { ifMatch } from '../../requests/if-match.ts';
import { manyChanges } from '../../requests/many-changes-body.ts';
import { matchingIds } from '../../../image-index/matching-ids.ts';
import { answerDryRun } from '../../responses/dry-run-answer.ts';
import { imageRecord } from '../../responses/image-record.ts';
import { jsonAnswer, type JsonAnswer } from '../../responses/json-answer.ts';
import { page } from '../../responses/page-links.ts';
import { jsonHeaders, noStore, paged, ok } from '../../routing/answers.ts';
import { json } from '../../routing/body.ts';
import { route, type Route } from '../../routing/route.ts';

const result = {
  change: 17,
  changed: 2,
  unchanged: 0,
  failed: 0,
  failures: [],
  sidecars: { written: 2, left: 0, reasons: [] },
};

/** 202: some rejects wait. */
function answered<Result extends ChangeResult>(result: Result, res: Response): Result {
  if (result.waits) res.status(202);
  return result;
}

export const imageChangeRoutes: readonly Route[] = [
  route({
    method: 'patch',
    path: '/api/v1/images/:id',
    id: 'changeImage',
    tag: 'Organizing',
    summary: 'Change an image',
    description:
      'Stars, color labels, tags, texts and the place. Only what you send changes. A rejected image keeps its stars. While darktable is open, its plugin makes the change; while it is closed, Safelight writes straight into the library. Either way the change is read back before success is reported. If darktable is set to write sidecars, an existing one follows. A reject that an open darktable cannot take without losing the stars shows as made and waits (202): while the pointer rests on its pictures, outside the lighttable, or while it does not show the image. All else is done, and a later rating takes its place. With `If-Match` the image changes only if it is still the one with this `ETag`.',
    scope: 'images:write',
    image: 'live',
    body: json(ImageChange, { rating: 4, tags: { add: ['places|Rome'] } }),
    answers: {
      200: {
        description: 'The image as it is now.',
        json: ImageRecord,
        headers: { ...jsonHeaders, 'X-Change': 'sometimes' },
        example: example.image,
      },
      202: {
        description: 'The image as it is now. Its reject waits for darktable; everything else is stored.',
        json: ImageWithWaitingReject,
        headers: { ...jsonHeaders, 'X-Change': 'sometimes' },
        example: { ...example.image, rating: -1, reject_waits: true, waits: example.waits },
      },
    },
    errors: ['read_only', 'precondition_failed', 'db_write_error', 'library_unavailable'],
    handle: ({ changes, library, previews }) => {
      const present = async (id: number): Promise<JsonAnswer> => {
        const image = await library.image(id);
        if (!image) throw imageNotFound(id);
        return jsonAnswer(imageRecord(image.recordJson, previews.versionOf(id, image.historyKey)));
      };
      return async ({ params: { id }, body: change, client, req, res }) => {
        const refuse = ifMatch(req.headers['if-match'], 'The image');
        const check = refuse && (async () => refuse((await present(id)).etag));
        const { change: made, failures, waits } = await changes.marks.change({ imageIds: [id], change, check, client });
        const { body, etag } = await present(id);
        const [failure] = failures;
        if (failure) throw new AppError('db_write_error', `The change was not stored: ${failure.reason}`);
        if (made !== null) res.set('X-Change', String(made));
        res.set({ 'Cache-Control': 'no-store', ETag: etag }).type('json');
        if (waits) res.status(202).send(`${String(body).slice(0, -1)},"waits":${JSON.stringify(waits)}}`);
        else res.send(body);
      };
    },
  }),
  route({
    method: 'patch',
    path: '/api/v1/images',
    id: 'changeImages',
    tag: 'Organizing',
    summary: 'Change many images',
    description:
      'One undo takes all of them back. While darktable is open they are changed piece by piece: the event `change-progress` tells how far it is, and `DELETE /api/v1/changes/{changeId}` stops it. With `filter` the scope `images:read` is needed, too. With `dry_run=1` nothing is stored; with `Accept: application/x-ndjson` the answer comes in lines, the counts so far and at last the result.',
    scope: 'images:write',
    query: DryRunQuery,
    body: json(
      ManyImageChanges,
      { ids: [4711, 4712], change: { rating: 3, color_labels: { add: ['green'] } } },
      manyChanges,
    ),
    answers: {
      200: {
        description: 'How many images were changed.',
        json: ChangeResult,
        lines: z.union([DryRunProgress, ChangeResult]),
        headers: noStore,
        example: result,
      },
      202: {
        description: 'The same. Some rejects wait for darktable.',
        json: ChangeResult,
        headers: noStore,
        example: { ...result, waits: example.waits },
      },
    },
    errors: ['read_only', 'db_write_error', 'library_unavailable', 'index_building'],
    handle:
      ({ changes, index }) =>
      async ({ query: { dry_run: isDryRun }, body: { change, ...images }, client, res }) => {
        // How many fit tells what is in the library.
        if ('filter' in images) requireScope(res, 'images:read');
        const imageIds = 'filter' in images ? await matchingIds(index, images.filter) : images.ids;
        const wanted = { imageIds, change, client };
        if (isDryRun) return answerDryRun(res, (dryRun) => changes.marks.change({ ...wanted, dryRun }));
        return answered(await changes.marks.change({ ...wanted, isToTellOfSidecars: true }), res);
      },
  }),
  route({
    method: 'get',
    path: '/api/v1/changes',
    id: 'listChanges',
    tag: 'Organizing',
    summary: 'List changes',
    description: 'Changes made through Safelight, newest first: by whom, when, from what to what.',
    scope: 'images:read',
    query: PageQuery,
    answers: paged({
      description: 'One page of changes.',
      json: ChangeList,
      example: {
        items: [
          {
            id: 17,
            time: 1718990000000,
            client: 'safelight-browser',
            route: 'direct',
            images: 1,
            kind: 'decision',
            tag: null,
            style: null,
            undoes: null,
            undone_by: null,
            fields: [{ image_id: 4711, field: 'stars', before: 1, after: 4 }],
          },
        ],
        total: 1,
        limit: 50,
        offset: 0,
      },
    }),
    errors: ['db_error'],
    handle:
      ({ changes }) =>
      (asked) => {
        const { items, total } = changes.list(asked.query);
        return page(asked, { items: items.map(changeAnswer), total });
      },
  }),
  route({
    method: 'delete',
    path: '/api/v1/changes/:changeId',
    id: 'cancelChange',
    tag: 'Organizing',
    summary: 'Stop a change',
    description:
      'Stops a change of many images that goes through darktable, or a copy of edits or a style for many. What is done stays; the others are `failed`. Answers once it has stopped.',
    scope: 'images:write',
    answers: ok({ description: 'How far it came.', json: ChangeResult, example: result }),
    errors: ['read_only', 'conflict', 'db_write_error', 'library_unavailable'],
    handle:
      ({ changes }) =>
      ({ params }) =>
        changes.cancel(params.changeId),
  }),
  route({
    method: 'post',
    path: '/api/v1/changes/:changeId/undo',
    id: 'undoChange',
    tag: 'Organizing',
    summary: 'Undo a change',
    description:
      'Takes back what the change did to each image. What was changed again since is left as it is, and listed in `left`. The undo is a change itself, which another undo takes back.',
    scope: 'images:write',
    answers: {
      200: {
        description: 'How many images were changed back.',
        json: UndoResult,
        headers: noStore,
        example: { ...result, change: 18, left: [] },
      },
      202: {
        description: 'The same. Rejects that came back wait for darktable.',
        json: UndoResult,
        headers: noStore,
        example: { ...result, change: 18, left: [], waits: example.waits },
      },
    },
    errors: ['read_only', 'conflict', 'db_write_error', 'library_unavailable'],
    handle:
      ({ changes }) =>
      async ({ params: { changeId }, client, res }) => {
        // Who may not edit modules may not take edits back, either.
        if (['module', 'history'].includes(changes.kindOf(changeId))) requireScope(res, 'cache:refresh');
        const { result, left } = await changes.undo(changeId, client);
        return answered({ ...result, left: left.slice(0, 100).map(fieldAnswer) }, res);
      },
  }),
];

const fieldAnswer = ({ imageId: image_id, field, before, after }: ListedField) => ({ image_id, field, before, after });

const changeAnswer = (change: ListedChange): Change => ({
  id: change.id,
  kind: change.kind,
  tag: change.tag,
  style: change.style,
  time: change.time,
  client: change.client,
  route: change.route,
  images: change.images,
  undoes: change.undoes,
  undone_by: change.undoneBy,
  fields: change.fields.map(fieldAnswer),
});
