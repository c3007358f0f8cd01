import type { Request, Response, Router } from 'express';
import type { Services } from '../../app/services.ts';
import { ModuleMove } from '../../contract/module-order.ts';
import { readWholeHistory } from '../../library/whole-history.ts';
import { moduleOrderOf } from '../../develop/image-module-order.ts';
import { AppError } from '../../platform/errors.ts';
import { principalOf, scope } from '../middleware/guard.ts';
import { jsonBody, parseBody } from '../middleware/json-body.ts';
import { historyIfMatch } from '../requests/history-if-match.ts';
import { imageId, imageIsThere } from '../requests/image-param.ts';
import { sendChangedHistory } from '../responses/history-answer.ts';
import { jsonAnswer, sendJson } from '../responses/json-answer.ts';

type ModulePath = { id: string; op: string };

/** GET /images/:id/module-order    POST /images/:id/modules/:op/move */
export function addModuleOrderRoutes(
  routes: Router,
  { edits, index, library, operations }: Pick<Services, 'edits' | 'index' | 'library' | 'operations'>,
): void {
  routes.get('/:id/module-order', scope('images:read'), async (req: Request<{ id: string }>, res) => {
    const id = imageId(req.params.id);
    const order = await readWholeHistory(library, id, (reader) => moduleOrderOf(reader, id));
    sendJson(req, res, jsonAnswer(JSON.stringify(order)));
  });

  routes.post(
    '/:id/modules/:op/move',
    ...[scope('cache:refresh'), imageIsThere<ModulePath>({ index, library }), jsonBody],
    async (req: Request<ModulePath>, res: Response) => {
      const id = imageId(req.params.id);
      const { instance, before, after } = parseBody(ModuleMove, req.body);
      const to = before ? ({ side: 'before', of: before } as const) : ({ side: 'behind', of: after! } as const);
      const move = { do: 'move', operation: req.params.op, instance, to } as const;
      const check = historyIfMatch(req, { library, edits }, id, instance);
      const { change, failures } = await operations.changeHistories([id], move, principalOf(res).clientId, check);
      const [failure] = failures;
      if (failure) throw new AppError('conflict', failure.reason);
      await sendChangedHistory(res, { library, edits }, { id, change });
    },
  );
}
