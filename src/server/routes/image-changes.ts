import { Router, type Request, type RequestHandler, type Response } from 'express';
import {
  DryRunQuery,
  ImageChange,
  type Change,
  type ChangeList,
  type ChangeResult,
  type UndoResult,
} from '../../contract/image-change.ts';
import { PageQuery } from '../../contract/image-query.ts';
import type { Services } from '../../app/services.ts';
import type { ListedChange } from '../../changes/changes.ts';
import type { ListedField } from '../../changes/journal/change-journal.ts';
import { AppError, imageNotFound } from '../../platform/errors.ts';
import { principalOf, requireScope, scope } from '../middleware/guard.ts';
import { jsonBody, parseBody } from '../middleware/json-body.ts';
import { ifMatch } from '../requests/if-match.ts';
import { changeId, imageById, imageId } from '../requests/image-param.ts';
import { manyChanges } from '../requests/many-changes-body.ts';
import { parse } from '../requests/parse.ts';
import { isServed } from '../responses/allowed-methods.ts';
import { answerDryRun } from '../responses/dry-run-answer.ts';
import { imageRecord } from '../responses/image-record.ts';
import { jsonAnswer, sendJson, type JsonAnswer } from '../responses/json-answer.ts';
import { matchingIds } from '../requests/matching-ids.ts';
import { pageLinks } from '../responses/page-links.ts';

/** PATCH /images    PATCH /images/:id */
export function addImageChangeRoutes(routes: Router, services: Services): void {
  const { library, organising, index } = services;

  const present = async (id: number): Promise<JsonAnswer> => {
    const image = await library.image(id);
    if (!image) throw imageNotFound(id);
    return jsonAnswer(imageRecord(image.recordJson, services.previews.versionOf(id, image.historyKey)));
  };

  routes.patch('/', scope('images:write'), jsonBody, async (req, res) => {
    const { dry_run: isDryRun } = parse(DryRunQuery, req.query);
    const { change, ...images } = manyChanges(req.body);
    // How many fit tells what is in the library.
    if ('filter' in images) requireScope(res, 'images:read');
    const imageIds = 'filter' in images ? await matchingIds(index, images.filter) : images.ids;
    const wanted = { imageIds, change, client: principalOf(res).clientId };
    if (isDryRun) await answerDryRun(res, (dryRun) => organising.change({ ...wanted, dryRun }));
    else sendResult(res, await organising.change({ ...wanted, isToTellOfSidecars: true }));
  });

  routes.patch(
    '/:id',
    ...[unlessFixed, scope('images:write'), imageById(library), jsonBody],
    async (req: Request<{ id: string }>, res: Response) => {
      const id = imageId(req.params.id);
      const change = parseBody(ImageChange, req.body);
      const refuse = ifMatch(req.headers['if-match'], 'The image');
      const check = refuse && (async () => refuse((await present(id)).etag));
      const {
        change: made,
        failures,
        waits,
      } = await organising.change({
        ...{ imageIds: [id], change, check },
        client: principalOf(res).clientId,
      });
      const { body, etag } = await present(id);
      const [failure] = failures;
      if (failure) throw new AppError('db_write_error', `The change was not stored: ${failure.reason}`);
      if (made !== null) res.set('X-Change', String(made));
      res.set({ 'Cache-Control': 'no-store', ETag: etag }).type('json');
      if (waits) res.status(202).send(`${String(body).slice(0, -1)},"waits":${JSON.stringify(waits)}}`);
      else res.send(body);
    },
  );
}

/** Fixed words in the place of an id, such as `refresh`, have methods of their own: 405 tells which. */
const unlessFixed: RequestHandler<{ id: string }> = (req, _res, next) => {
  next(isServed(req) ? undefined : 'route');
};

/** GET /changes    DELETE /changes/:id    POST /changes/:id/undo */
export function changeRoutes({ changes }: Pick<Services, 'changes'>): Router {
  const routes = Router();

  routes.get('/', scope('images:read'), (req, res) => {
    const page = parse(PageQuery, req.query);
    const { items, total } = changes.list(page);
    const list: ChangeList = { items: items.map(changeAnswer), total, ...page };
    res.setHeader('Link', pageLinks(req.originalUrl, page, total));
    sendJson(req, res, jsonAnswer(JSON.stringify(list)));
  });

  routes.delete('/:changeId', scope('images:write'), async (req: Request<{ changeId: string }>, res) => {
    res.set('Cache-Control', 'no-store').json(await changes.cancel(changeId(req.params.changeId)));
  });

  routes.post('/:changeId/undo', scope('images:write'), async (req: Request<{ changeId: string }>, res) => {
    const id = changeId(req.params.changeId);
    // Who may not edit modules may not take edits back, either.
    if (['module', 'history'].includes(changes.kindOf(id))) requireScope(res, 'cache:refresh');
    const { result, left } = await changes.undo(id, principalOf(res).clientId);
    const body: UndoResult = { ...result, left: left.slice(0, 100).map(fieldAnswer) };
    sendResult(res, body);
  });
  return routes;
}

/** 202: some rejects wait. */
function sendResult(res: Response, result: ChangeResult): void {
  res
    .status(result.waits ? 202 : 200)
    .set('Cache-Control', 'no-store')
    .json(result);
}

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
