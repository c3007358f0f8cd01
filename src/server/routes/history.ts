import type { Request, Response, Router } from 'express';
import { HistoryCopy, HistoryPatch } from '../../contract/history.ts';
import { DryRunQuery } from '../../contract/image-change.ts';
import { ModuleQuery } from '../../contract/modules.ts';
import type { HistoryChange } from '../../changes/histories/plans.ts';
import { AppError } from '../../platform/errors.ts';
import type { Services } from '../../app/services.ts';
import { principalOf, scope } from '../middleware/guard.ts';
import { jsonBody, parseBody } from '../middleware/json-body.ts';
import { historyIfMatch } from '../requests/history-if-match.ts';
import { imageId, imageIsThere } from '../requests/image-param.ts';
import { knownModules } from '../requests/known-modules.ts';
import { targetIds } from '../requests/target-ids.ts';
import { parse } from '../requests/parse.ts';
import { putLook } from '../responses/put-look.ts';
import { historyAnswer, sendChangedHistory } from '../responses/history-answer.ts';
import { sendJson } from '../responses/json-answer.ts';

type ImagePath = { id: string };
type ModulePath = ImagePath & { op: string };

/** POST /images/history/copy    GET, PATCH, DELETE /images/:id/history    POST /images/:id/history/compress    DELETE /images/:id/modules/:op */
export function addHistoryRoutes(
  routes: Router,
  { edits, index, library, operations }: Pick<Services, 'edits' | 'index' | 'library' | 'operations'>,
): void {
  const there = imageIsThere<ImagePath>({ index, library });

  /** Changes the history of one image and answers with it. */
  const change = async (
    req: Request<ImagePath & { op?: string }>,
    res: Response,
    wanted: HistoryChange,
    instance?: number,
  ) => {
    const id = imageId(req.params.id);
    const check = historyIfMatch(req, { library, edits }, id, instance);
    const { change: made, failures } = await operations.changeHistories([id], wanted, principalOf(res).clientId, check);
    const [failure] = failures;
    if (failure) throw new AppError('conflict', failure.reason);
    await sendChangedHistory(res, { library, edits }, { id, change: made });
  };

  routes.post('/history/copy', scope('cache:refresh'), jsonBody, async (req, res) => {
    const { dry_run: isDryRun } = parse(DryRunQuery, req.query);
    const { from, to, modules, mode, when } = parseBody(HistoryCopy, req.body);
    const ids = await targetIds(index, to, res);
    const paste = { do: 'paste', from, mode, modules: knownModules(modules) } as const;
    await putLook(res, operations, { ids, change: paste, when, isDryRun });
  });

  routes.get('/:id/history', scope('images:read'), there, async (req, res) => {
    sendJson(req, res, await historyAnswer({ library, edits }, imageId(req.params.id)));
  });

  routes.patch('/:id/history', scope('cache:refresh'), there, jsonBody, async (req: Request<ImagePath>, res) => {
    await change(req, res, { do: 'end', ...parseBody(HistoryPatch, req.body) });
  });

  routes.delete('/:id/history', scope('cache:refresh'), there, async (req: Request<ImagePath>, res) => {
    await change(req, res, { do: 'discard' });
  });

  routes.post('/:id/history/compress', scope('cache:refresh'), there, async (req: Request<ImagePath>, res) => {
    await change(req, res, { do: 'compress' });
  });

  routes.delete('/:id/modules/:op', scope('cache:refresh'), there, async (req: Request<ModulePath>, res: Response) => {
    const { instance } = parse(ModuleQuery.pick({ instance: true }), req.query);
    await change(req, res, { do: 'remove', operation: req.params.op, instance }, instance);
  });
}
