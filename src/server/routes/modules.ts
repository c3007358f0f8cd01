import express, { Router, type Request, type RequestHandler, type Response } from 'express';
import type { z } from 'zod';
import {
  EditList,
  ModuleListQuery,
  ModulePatchQuery,
  ModuleQuery,
  type Edit,
  type ModuleEntry,
  type ModuleList,
} from '../../contract/modules.ts';
import { PageQuery } from '../../contract/image-query.ts';
import { PREVIEW_LEVELS, type PreviewLevel } from '../../contract/preview.ts';
import type { JournaledEdit } from '../../edits/edit-journal.ts';
import { entryEtag, moduleEntry } from '../../edits/module-entry.ts';
import { AppError } from '../../errors.ts';
import type { HistoryRow } from '../../library/history.ts';
import { principalOf, scope } from '../guard.ts';
import { imageById, imageOf } from '../image-param.ts';
import { jsonAnswer, matches, sendJson } from '../json-answer.ts';
import { modulePatchBody } from '../module-patch-body.ts';
import { pageLinks } from '../page-links.ts';
import { parse } from '../parse.ts';
import type { Parts } from '../parts.ts';
import { waitForPreview } from '../preview-wait.ts';
import { fileSender } from '../send-file.ts';

type ModulePath = { id: string; op: string };

const STALE = 'Regeneration timed out; this thumbnail may be stale.';

/** GET /images/:id/modules    GET, PATCH /images/:id/modules/:op    POST /images/:id/modules/:op/undo    GET /images/:id/edits */
export function moduleRoutes({ library, edits, queues, previews, previewWait }: Parts): Router {
  const routes = Router();
  const send = fileSender({ memoryBytes: 0 });
  const body = express.text({ limit: '1mb', type: () => true });

  routes.get('/:id/modules', scope('images:read'), imageById(library), async (req, res) => {
    const { id } = imageOf(req);
    const { describe = false } = parse(ModuleListQuery, req.query);
    const list: z.infer<typeof ModuleList> = {
      image_id: id,
      items: (await edits.history(id)).map((row) => moduleEntry(row, { describe })),
    };
    sendJson(req, res, jsonAnswer(JSON.stringify(list)));
  });

  routes.get('/:id/modules/:op', scope('images:read'), imageById<ModulePath>(library), async (req, res) => {
    const { id } = imageOf(req);
    const { describe = false, instance } = parse(ModuleQuery, req.query);
    sendEntry(req, res, await edits.module(id, req.params.op, instance), describe);
  });

  /** The contract's first rule comes before the body is looked at. */
  const moduleExists: RequestHandler<ModulePath> = async (req, _res, next) => {
    const { id } = imageOf(req);
    await edits.module(id, req.params.op);
    next();
  };

  routes.patch(
    '/:id/modules/:op',
    scope('cache:refresh'),
    imageById<ModulePath>(library),
    moduleExists,
    body,
    async (req, res) => {
      const { id } = imageOf(req);
      const patch = modulePatchBody(req.headers['content-type'], typeof req.body === 'string' ? req.body : '');
      const { instance, preview } = parse(ModulePatchQuery, req.query);
      const level = preview ? PREVIEW_LEVELS.find(({ name }) => name === preview)!.level : null;
      const before = level === null ? null : previews.cached(imageOf(req), level);

      const { clientId: client } = principalOf(res);
      const check = ifMatch(req.headers['if-match']);
      const row = await edits.apply({ imageId: id, operation: req.params.op, instance, client, check }, patch);
      await queues.refresh.append(id);
      res.setHeader('Cache-Control', 'no-store');
      if (level === null) {
        res.setHeader('ETag', entryEtag(row));
        res.status(204).end();
        return;
      }
      await answerWithPreview(req, res, id, level, before);
    },
  );

  routes.post(
    '/:id/modules/:op/undo',
    scope('cache:refresh'),
    imageById<ModulePath>(library),
    moduleExists,
    async (req, res) => {
      const { id } = imageOf(req);
      const { instance } = parse(ModuleQuery.pick({ instance: true }), req.query);
      const { clientId: client } = principalOf(res);
      const check = ifMatch(req.headers['if-match']);
      const row = await edits.undo({ imageId: id, operation: req.params.op, instance, client, check });
      await queues.refresh.append(id);
      sendEntry(req, res, row, false);
    },
  );

  routes.get('/:id/edits', scope('images:read'), imageById(library), (req, res) => {
    const { id } = imageOf(req);
    const page = parse(PageQuery, req.query);
    const { items, total } = edits.list(id, page);
    const list: z.infer<typeof EditList> = { items: items.map(editAnswer), total, ...page };
    res.setHeader('Link', pageLinks(req.originalUrl, page, total));
    sendJson(req, res, jsonAnswer(JSON.stringify(list)));
  });

  async function answerWithPreview(
    req: Request<ModulePath>,
    res: Response,
    id: number,
    level: PreviewLevel,
    before: ReturnType<Parts['previews']['cached']>,
  ): Promise<void> {
    const gone = new AbortController();
    res.once('close', () => gone.abort());
    // As it is after the edit: that is what a fresh preview must be newer than.
    const image = (await library.image(id)) ?? imageOf(req);
    const fresh = await waitForPreview({ previews, image, level, before }, previewWait, gone.signal);
    if (gone.signal.aborted) return;
    const preview = fresh ?? (await previews.find(image, level, { fit: true }));
    if (!preview) {
      throw new AppError(
        'preview_timeout',
        `The edit is stored, but no preview came within ${previewWait.timeoutMs / 1000} s.`,
      );
    }
    const headers = { 'X-Preview-Source': preview.source, ...(fresh ? {} : { 'X-Preview-Warning': STALE }) };
    // The answer to a PATCH is a picture, but not one that a later GET of this URL would give: no conditions, no ranges.
    for (const name of ['range', 'if-none-match', 'if-modified-since', 'if-match', 'if-range'])
      delete req.headers[name];
    if (!(await send(req, res, preview, headers)))
      throw new AppError('preview_timeout', 'The preview vanished before it could be sent.');
  }

  return routes;
}

function sendEntry(req: Request<ModulePath>, res: Response, row: HistoryRow, describe: boolean): void {
  const entry: ModuleEntry = moduleEntry(row, { describe });
  sendJson(req, res, { ...jsonAnswer(JSON.stringify(entry)), etag: entryEtag(row) });
}

/** The check that If-Match asks for, or undefined without one. */
function ifMatch(header: string | undefined): ((row: HistoryRow) => void) | undefined {
  if (header === undefined) return undefined;
  return (row) => {
    if (matches(header, entryEtag(row))) return;
    throw new AppError(
      'precondition_failed',
      `The module is another than If-Match names; it is ${entryEtag(row)} now.`,
    );
  };
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
  before: { enabled: edit.before.enabled, params_b64: Buffer.from(edit.before.params).toString('base64') },
  after: { enabled: edit.after.enabled, params_b64: Buffer.from(edit.after.params).toString('base64') },
});
