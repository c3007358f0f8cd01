import express, { Router, type Request, type RequestHandler, type Response } from 'express';
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
import { PREVIEW_LEVELS, type PreviewLevel } from '../../contract/preview.ts';
import { ordinaryFileBytes } from '../../platform/ordinary-file.ts';
import type { JournaledEdit } from '../../edits/edit-journal.ts';
import { entryEtag, moduleEntries, moduleEntry } from '../../edits/module-entry.ts';
import type { Rendering } from '../../contract/rendering.ts';
import { AppError, imageNotFound, queueError, reasonOf } from '../../platform/errors.ts';
import type { HistoryRow } from '../../library/history.ts';
import type { Preview } from '../../previews/previews.ts';
import type { ImageFacts } from '../../library/library.ts';
import { principalOf, scope } from '../middleware/guard.ts';
import { imageId, imageIsThere } from '../requests/image-param.ts';
import { jsonAnswer, sendJson } from '../responses/json-answer.ts';
import { plainTag } from '../responses/content-encoding.ts';
import { modulePatchBody } from '../requests/module-patch-body.ts';
import { pageLinks } from '../responses/page-links.ts';
import { parse } from '../requests/parse.ts';
import type { Services } from '../../app/services.ts';
import { waitForPreview } from '../requests/preview-wait.ts';
import { renderingWords } from '../responses/rendering-words.ts';

type ModulePath = { id: string; op: string };

/** A preview that an edit will make old. */
interface PreviewBefore {
  image: ImageFacts;
  level: PreviewLevel;
  before: Preview | null;
}

const STALE = 'Regeneration timed out; this thumbnail may be stale.';

/** GET /images/:id/modules    GET, PATCH /images/:id/modules/:op    POST /images/:id/modules/:op/undo    GET /images/:id/edits */
export function moduleRoutes({ index, library, edits, queues, previews, previewWait, rendering }: Services): Router {
  const routes = Router();
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

  /** For those who want to edit: a history that cannot be read has a code of its own (contract, PATCH rule 4). */
  const mustExist = async (id: number, operation: string, instance?: number): Promise<void> => {
    try {
      await edits.module(id, operation, instance);
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'library_unavailable') throw error;
      throw new AppError('db_error', `The stored parameters of ${operation} cannot be read: ${error.message}`, {
        cause: error,
      });
    }
  };

  /** The contract's first rule, before the query and the body are looked at. */
  const moduleExists: RequestHandler<ModulePath> = async (req, _res, next) => {
    await mustExist(imageId(req.params.id), req.params.op);
    next();
  };

  /** As it is known by now, so that a client learns of it before its body is judged. */
  const queryFits: RequestHandler<ModulePath> = async (req, _res, next) => {
    const { instance } = parse(ModulePatchQuery, req.query);
    if (instance !== undefined) await mustExist(imageId(req.params.id), req.params.op, instance);
    next();
  };

  routes.patch(
    '/:id/modules/:op',
    ...[scope('cache:refresh'), there, moduleExists, queryFits, body],
    async (req: Request<ModulePath>, res: Response) => {
      const id = imageId(req.params.id);
      const patch = modulePatchBody(req.headers['content-type'], typeof req.body === 'string' ? req.body : '');
      const { instance, preview } = parse(ModulePatchQuery, req.query);
      const wanted = preview ? await previewBefore(id, preview) : null;

      const { clientId: client } = principalOf(res);
      const check = ifMatch(req.headers['if-match']);
      const row = await edits.apply({ imageId: id, operation: req.params.op, instance, client, check }, patch);
      await askForPreview(id);
      if (wanted) return answerWithPreview(wanted, res);
      res.setHeader('Cache-Control', 'no-store');
      res.setHeader('ETag', entryEtag(row));
      res.status(204).end();
    },
  );

  routes.post(
    '/:id/modules/:op/undo',
    ...[scope('cache:refresh'), there, moduleExists],
    async (req: Request<ModulePath>, res: Response) => {
      const id = imageId(req.params.id);
      const { instance } = parse(ModuleQuery.pick({ instance: true }), req.query);
      const { clientId: client } = principalOf(res);
      const check = ifMatch(req.headers['if-match']);
      const row = await edits.undo({ imageId: id, operation: req.params.op, instance, client, check });
      await askForPreview(id);
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

  async function previewBefore(id: number, size: string): Promise<PreviewBefore> {
    const image = await library.facts(id);
    if (!image) throw imageNotFound(id);
    const { level } = PREVIEW_LEVELS.find(({ name }) => name === size)!;
    return { image, level, before: previews.rendered(image, level) };
  }

  async function askForPreview(id: number): Promise<void> {
    try {
      await queues.refresh.append(id);
    } catch (error) {
      throw queueError(`The edit is stored, but no new preview could be asked for: ${reasonOf(error)}`, error);
    }
  }

  const localJpeg = async (image: ImageFacts, level: PreviewLevel): Promise<Preview | null> => {
    const local = await previews.find(image, level, { fit: true });
    return local?.contentType === 'image/jpeg' ? local : null;
  };

  /** Rule 9 of the contract. Only rendered previews are waited for: the picture file itself does not show an edit, now or later. */
  async function answerWithPreview({ image: old, level, before }: PreviewBefore, res: Response): Promise<void> {
    const gone = new AbortController();
    // It may have gone while the edit was written.
    if (res.destroyed) return;
    res.once('close', () => gone.abort());
    // As it is after the edit: that is what a fresh preview must be newer than.
    const image = (await library.facts(old.id).catch(() => null)) ?? old;
    const fresh = await waitForPreview({ previews, image, level, before }, previewWait, gone.signal);
    if (gone.signal.aborted) return;
    // Whatever a GET would show is better than nothing, as long as it says that it does not show the edit.
    const preview = fresh ?? previews.cached(image, level) ?? (await localJpeg(image, level));
    const bytes = preview && (await ordinaryFileBytes(preview.file).catch(() => null));
    if (!bytes) {
      throw new AppError(
        'preview_timeout',
        [
          `The edit is stored, but no preview came within ${previewWait.timeoutMs / 1000} s.`,
          ...whyNoneCame(rendering()),
        ].join(' '),
      );
    }
    res.setHeader('Cache-Control', 'no-store');
    res.setHeader('X-Preview-Source', preview.source);
    if (!fresh) res.setHeader('X-Preview-Warning', headerText([STALE, ...whyNoneCame(rendering())].join(' ')));
    res.setHeader('Content-Type', preview.contentType);
    res.setHeader('Content-Length', bytes.length);
    res.end(bytes);
  }

  return routes;
}

/** Somebody who renders may just be slow: nothing is said of that. */
const whyNoneCame = (rendering: Rendering | null) =>
  rendering?.is_rendering === true ? [] : renderingWords(rendering);

/** What a header may hold of a text. */
const headerText = (text: string) => text.replace(/[^\x20-\x7e]+/g, '?');

/** The check that If-Match asks for (strong comparison, RFC 9110 13.1.1), or undefined without one. */
function ifMatch(header: string | undefined): ((row: HistoryRow) => void) | undefined {
  if (header === undefined || header.trim() === '*') return undefined;
  const tags = header.split(',').map((tag) => plainTag(tag.trim()));
  return (row) => {
    const etag = entryEtag(row);
    if (tags.includes(etag)) return;
    throw new AppError('precondition_failed', `The module is another than If-Match names; it is ${etag} now.`);
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
