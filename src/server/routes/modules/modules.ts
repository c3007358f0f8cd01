import type { Response } from 'express';
import type { Services } from '../../services.ts';
import type { JournaledEdit } from '../../../changes/journal/edit-journal.ts';
import type { EditRequest } from '../../../changes/modules/edits.ts';
import { entryEtag, moduleEntries, moduleEntry } from '../../../changes/modules/module-entry.ts';
import { applyAndAwaitPreview, type EditWithPreview } from '../../../changes/modules/preview-wait.ts';
import { PageQuery } from '../../../contract/image-query.ts';
import {
  EditList,
  ModuleEntry,
  ModuleList,
  ModuleListQuery,
  ModulePatch,
  ModulePatchQuery,
  ModuleQuery,
  type Edit,
} from '../../../contract/modules.ts';
import { PREVIEW_LEVELS } from '../../../contract/preview.ts';
import type { Rendering } from '../../../contract/rendering.ts';
import type { HistoryRow } from '../../../library/history.ts';
import { AppError } from '../../../platform/errors.ts';
import { ordinaryFileBytes } from '../../../platform/ordinary-file.ts';
import * as example from '../../openapi/examples.ts';
import { ifMatch } from '../../requests/if-match.ts';
import { modulePatchBody } from '../../requests/module-patch-body.ts';
import { headerText } from '../../responses/header-text.ts';
import { JsonAnswer } from '../../responses/json-answer.ts';
import { page } from '../../responses/page-links.ts';
import { renderingWords } from '../../responses/rendering-words.ts';
import { noStore, previewHeaders, jpeg, jsonHeaders, tagged, paged } from '../../routing/answers.ts';
import { readText, type Body } from '../../routing/body.ts';
import { route, type Route, type Asked } from '../../routing/route.ts';

const STALE = 'Regeneration timed out; this thumbnail may be stale.';

const patchBody: Body<ModulePatch> = {
  schema: ModulePatch,
  types: ['application/json', 'application/x-www-form-urlencoded'],
  required: true,
  example: { enabled: true, params: { exposure: 0.5 } },
  read: readText(() => true),
  parse: ({ headers, body }) => modulePatchBody(headers['content-type'], typeof body === 'string' ? body : ''),
};

export const moduleRoutes: readonly Route[] = [
  route({
    method: 'get',
    path: '/api/v1/images/:id/modules',
    id: 'listModules',
    tag: 'Develop modules',
    summary: 'List the modules of an image',
    description:
      'One entry for each active module: its newest step in the history of the image. `instances` has the numbers of all instances of the module; with `instances=1` each of them gets its own entry.',
    scope: 'images:read',
    image: 'known',
    query: ModuleListQuery,
    answers: tagged({
      description: 'The active modules.',
      json: ModuleList,
      example: { image_id: 4711, items: [example.moduleEntry] },
    }),
    errors: ['library_unavailable'],
    handle:
      ({ changes }) =>
      async ({ params: { id }, query }) => ({
        image_id: id,
        items: moduleEntries(await changes.modules.history(id), query),
      }),
  }),
  route({
    method: 'get',
    path: '/api/v1/images/:id/modules/:op',
    id: 'getModule',
    tag: 'Develop modules',
    summary: 'Read one module',
    scope: 'images:read',
    image: 'known',
    module: 'read',
    query: ModuleQuery,
    answers: tagged({ description: 'The module.', json: ModuleEntry, example: example.moduleEntry }),
    errors: ['library_unavailable'],
    curl: { query: 'describe=1' },
    handle:
      () =>
      ({ module, query: { describe } }) =>
        new JsonAnswer(JSON.stringify(moduleEntry(module, { describe })), entryEtag(module)),
  }),
  route({
    method: 'patch',
    path: '/api/v1/images/:id/modules/:op',
    id: 'editModule',
    tag: 'Develop modules',
    summary: 'Edit a module',
    description:
      'Only the fields that you send change. `params` sets single fields (`"grey[1]"` and `"points[2].x"` reach into lists and structures); `params_b64` replaces all of them. `blend` changes kind of mask, opacity, mode, order and fulcrum of the blending. In a form-encoded body, write `params[exposure]=0.5` and `blend[opacity]=50`.\n\nThe edit goes through darktable while it runs, and into the library while it is closed. Safelight reads the edit back before it reports success. New previews are queued; with `preview` the request waits up to 30 seconds for one.',
    scope: 'cache:refresh',
    image: 'known',
    module: 'edited',
    query: ModulePatchQuery,
    body: patchBody,
    answers: {
      200: {
        description:
          'With `preview`: the newest preview of that size. `X-Preview-Warning` is set when it may still show the previous edit.',
        types: jpeg,
        headers: { ...noStore, ...previewHeaders },
      },
      204: { description: 'The edit is stored.', headers: { ...jsonHeaders, 'X-Change': 'sometimes' } },
    },
    errors: [
      'read_only',
      'module_not_found',
      'invalid_params_b64',
      'params_required',
      'precondition_failed',
      'db_error',
      'db_write_error',
      'queue_error',
      'preview_timeout',
      'library_unavailable',
    ],
    handle: (services) => async (asked) => {
      const {
        query: { preview: size },
        body: patch,
        res,
      } = asked;
      const request = editRequest(asked);
      if (size) {
        const gone = goneSignal(res);
        const { level } = PREVIEW_LEVELS.find(({ name }) => name === size)!;
        const edited = await applyAndAwaitPreview(services, request, patch, { level, gone });
        if (!gone.aborted) await sendPreview(services, edited, res);
        return;
      }
      const onStored = (edit: number) => void res.set('X-Change', String(services.changes.changeOfEdit(edit)));
      const row = await services.changes.modules.apply({ ...request, onStored }, patch);
      res
        .status(204)
        .set({ 'Cache-Control': 'no-store', ETag: entryEtag(row) })
        .end();
    },
  }),
  route({
    method: 'post',
    path: '/api/v1/images/:id/modules/:op/undo',
    id: 'undoModuleEdit',
    tag: 'Develop modules',
    summary: 'Undo an edit',
    description:
      'Undoes the last edit that Safelight made to this module. Refused when the module has changed since that edit.',
    scope: 'cache:refresh',
    image: 'known',
    query: ModuleQuery.pick({ instance: true }),
    answers: {
      200: {
        description: 'The module as it is now.',
        json: ModuleEntry,
        headers: jsonHeaders,
        example: example.moduleEntry,
      },
    },
    errors: [
      'read_only',
      'module_not_found',
      'conflict',
      'precondition_failed',
      'db_error',
      'db_write_error',
      'queue_error',
      'library_unavailable',
    ],
    handle:
      ({ changes }) =>
      async (asked) => {
        const row = await changes.modules.undo(editRequest(asked));
        asked.res.setHeader('ETag', entryEtag(row));
        return moduleEntry(row);
      },
  }),
  route({
    method: 'get',
    path: '/api/v1/images/:id/edits',
    id: 'listEdits',
    tag: 'Develop modules',
    summary: 'List the edits of an image',
    description:
      'Edits made through Safelight, newest first: the client, the route taken and the values before and after.',
    scope: 'images:read',
    image: 'known',
    query: PageQuery,
    answers: paged({ description: 'One page of edits.', json: EditList }),
    errors: ['db_error', 'library_unavailable'],
    handle:
      ({ changes }) =>
      (asked) => {
        const { items, total } = changes.modules.list(asked.params.id, asked.query);
        return page(asked, { items: items.map(editAnswer), total });
      },
  }),
];

async function sendPreview(
  { rendering, previewWait }: Services,
  { preview, isFresh }: EditWithPreview,
  res: Response,
): Promise<void> {
  const bytes = preview && (await ordinaryFileBytes(preview.file).catch(() => null));
  if (!bytes) {
    throw new AppError(
      'preview_timeout',
      [
        `The edit is stored, but its preview was not ready within ${previewWait.timeoutMs / 1000} s.`,
        ...whyNoneCame(rendering()),
      ].join(' '),
    );
  }
  res.setHeader('Cache-Control', 'no-store');
  res.setHeader('X-Preview-Source', preview.source);
  if (!isFresh) res.setHeader('X-Preview-Warning', headerText([STALE, ...whyNoneCame(rendering())].join(' ')));
  res.setHeader('Content-Type', preview.contentType);
  res.setHeader('Content-Length', bytes.length);
  res.end(bytes);
}

const editRequest = ({
  params,
  query,
  client,
  req,
}: Asked<'/:id/:op', { instance?: number | undefined }>): EditRequest => ({
  imageId: params.id,
  operation: params.op,
  instance: query.instance,
  client,
  check: moduleIfMatch(req.headers['if-match']),
});

/** Aborts when the client has gone away or has its answer. */
function goneSignal(res: Response): AbortSignal {
  const gone = new AbortController();
  if (res.destroyed) gone.abort();
  res.once('close', () => gone.abort());
  return gone.signal;
}

/** A renderer may just be slow: the answer does not say so. */
const whyNoneCame = (rendering: Rendering | null) =>
  rendering?.is_rendering === true ? [] : renderingWords(rendering);

function moduleIfMatch(header: string | undefined): ((row: HistoryRow) => void) | undefined {
  const refuse = ifMatch(header, 'The module');
  return refuse && ((row) => refuse(entryEtag(row)));
}

const editAnswer = (edit: JournaledEdit): Edit => ({
  id: edit.id,
  image_id: edit.imageId,
  operation: edit.operation,
  multi_priority: edit.priority,
  num: edit.num,
  module_version: edit.module,
  time: edit.time,
  client: edit.client,
  route: edit.route,
  undoes: edit.undoes,
  before: stateAnswer(edit.before, edit.blendVersion),
  after: stateAnswer(edit.after, edit.blendVersion),
});

const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64');
const stateAnswer = (
  { enabled, params, blendParams }: JournaledEdit['before'],
  blendVersion: number | null,
): Edit['before'] => ({
  enabled,
  params_b64: base64(params),
  ...(blendParams && blendVersion !== null
    ? { blend: { version: blendVersion, params_b64: base64(blendParams) } }
    : {}),
});
