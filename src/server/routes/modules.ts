import express, { type Router, type Request, type RequestHandler, type Response } from 'express';
import type { z } from 'zod';
import {
  EditList,
  ModuleListQuery,
  ModulePatchQuery,
  ModuleQuery,
  type Edit,
  type ModuleList,
} from '../../contract/modules.ts';
import { PageQuery } from '../../contract/image-query.ts';
import { PREVIEW_LEVELS } from '../../contract/preview.ts';
import { ordinaryFileBytes } from '../../platform/ordinary-file.ts';
import type { JournaledEdit } from '../../changes/journal/edit-journal.ts';
import type { EditRequest } from '../../changes/modules/edits.ts';
import { applyAndAwaitPreview, type EditWithPreview } from '../../changes/modules/preview-wait.ts';
import { entryEtag, moduleEntries, moduleEntry } from '../../changes/modules/module-entry.ts';
import type { Rendering } from '../../contract/rendering.ts';
import { AppError } from '../../platform/errors.ts';
import type { HistoryRow } from '../../library/history.ts';
import { principalOf, scope } from '../middleware/guard.ts';
import { ifMatch } from '../requests/if-match.ts';
import { imageId, imageIsThere } from '../requests/image-param.ts';
import { jsonAnswer, sendJson } from '../responses/json-answer.ts';
import { modulePatchBody } from '../requests/module-patch-body.ts';
import { pageLinks } from '../responses/page-links.ts';
import { parse } from '../requests/parse.ts';
import type { Services } from '../../app/services.ts';
import { renderingWords } from '../responses/rendering-words.ts';

type ModulePath = { id: string; op: string };

const STALE = 'Regeneration timed out; this thumbnail may be stale.';

/** GET /images/:id/modules    GET, PATCH /images/:id/modules/:op    POST /images/:id/modules/:op/undo    GET /images/:id/edits */
export function addModuleRoutes(
  routes: Router,
  { index, library, edits, previews, previewWait, previewNow, rendering }: Services,
): void {
  const body = express.text({ limit: '1mb', type: () => true });
  const there = imageIsThere<ModulePath>({ index, library });

  routes.get('/:id/modules', scope('images:read'), imageIsThere({ index, library }), async (req, res) => {
    const id = imageId(req.params.id);
    const query = parse(ModuleListQuery, req.query);
    const list: z.infer<typeof ModuleList> = { image_id: id, items: moduleEntries(await edits.history(id), query) };
    sendJson(req, res, jsonAnswer(JSON.stringify(list)));
  });

  routes.get('/:id/modules/:op', scope('images:read'), there, async (req, res) => {
    const id = imageId(req.params.id);
    const { describe, instance } = parse(ModuleQuery, req.query);
    const row = await edits.module(id, req.params.op, instance);
    sendJson(req, res, { ...jsonAnswer(JSON.stringify(moduleEntry(row, { describe }))), etag: entryEtag(row) });
  });

  /** The contract's first rule, checked before the query and the body. */
  const moduleExists: RequestHandler<ModulePath> = async (req, _res, next) => {
    await edits.editable({ imageId: imageId(req.params.id), operation: req.params.op });
    next();
  };

  /** Checked against the module as it is now, so that a bad query is reported before a bad body. */
  const queryFits: RequestHandler<ModulePath> = async (req, _res, next) => {
    const { instance } = parse(ModulePatchQuery, req.query);
    if (instance !== undefined)
      await edits.editable({ imageId: imageId(req.params.id), operation: req.params.op, instance });
    next();
  };

  routes.patch(
    '/:id/modules/:op',
    ...[scope('cache:refresh'), there, moduleExists, queryFits, body],
    async (req: Request<ModulePath>, res: Response) => {
      const patch = modulePatchBody(req.headers['content-type'], typeof req.body === 'string' ? req.body : '');
      const { instance, preview: size } = parse(ModulePatchQuery, req.query);
      const request = editRequest(req, res, instance);
      if (size) {
        const gone = goneSignal(res);
        const { level } = PREVIEW_LEVELS.find(({ name }) => name === size)!;
        const wait = { edits, library, previews, previewWait, previewNow };
        const edited = await applyAndAwaitPreview(wait, request, patch, { level, gone });
        if (!gone.aborted) await sendPreview(edited, res);
        return;
      }
      const row = await edits.apply(request, patch);
      res.setHeader('Cache-Control', 'no-store');
      res.setHeader('ETag', entryEtag(row));
      res.status(204).end();
    },
  );

  routes.post(
    '/:id/modules/:op/undo',
    ...[scope('cache:refresh'), there, moduleExists],
    async (req: Request<ModulePath>, res: Response) => {
      const { instance } = parse(ModuleQuery.pick({ instance: true }), req.query);
      const row = await edits.undo(editRequest(req, res, instance));
      res.setHeader('Cache-Control', 'no-store');
      res.setHeader('ETag', entryEtag(row));
      res.json(moduleEntry(row));
    },
  );

  routes.get('/:id/edits', scope('images:read'), imageIsThere({ index, library }), (req, res) => {
    const id = imageId(req.params.id);
    const page = parse(PageQuery, req.query);
    const { items, total } = edits.list(id, page);
    const list: z.infer<typeof EditList> = { items: items.map(editAnswer), total, ...page };
    res.setHeader('Link', pageLinks(req.originalUrl, page, total));
    sendJson(req, res, jsonAnswer(JSON.stringify(list)));
  });

  async function sendPreview({ preview, isFresh }: EditWithPreview, res: Response): Promise<void> {
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
}

const editRequest = (req: Request<ModulePath>, res: Response, instance: number | undefined): EditRequest => ({
  imageId: imageId(req.params.id),
  operation: req.params.op,
  instance,
  client: principalOf(res).clientId,
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

/** The part of a text that a header may hold. */
const headerText = (text: string) => text.replace(/[^\x20-\x7e]+/g, '?');

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
  ...{ enabled, params_b64: base64(params) },
  ...(blendParams && blendVersion !== null
    ? { blend: { version: blendVersion, params_b64: base64(blendParams) } }
    : {}),
});
