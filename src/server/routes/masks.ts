import type { Request, Response, Router } from 'express';
import type { Services } from '../../app/services.ts';
import { MaskCopy, type MaskList } from '../../contract/masks.ts';
import { readDevelopState } from '../../library/whole-history.ts';
import { masksInForce } from '../../develop/mask-list.ts';
import { AppError, imageNotFound } from '../../platform/errors.ts';
import { principalOf, scope } from '../middleware/guard.ts';
import { jsonBody, parseBody } from '../middleware/json-body.ts';
import { historyIfMatch } from '../requests/history-if-match.ts';
import { imageId, imageIsThere } from '../requests/image-param.ts';
import { sendChangedHistory } from '../responses/history-answer.ts';
import { jsonAnswer, sendJson } from '../responses/json-answer.ts';

/** GET /images/:id/masks    POST /images/:id/modules/:op/mask */
export function addMaskRoutes(
  routes: Router,
  { edits, index, library, operations }: Pick<Services, 'edits' | 'index' | 'library' | 'operations'>,
): void {
  routes.get('/:id/masks', scope('images:read'), async (req: Request<{ id: string }>, res) => {
    const id = imageId(req.params.id);
    const state = await readDevelopState(library, id);
    if (!state) throw imageNotFound(id);
    const answer: MaskList = { image_id: id, items: masksInForce(state) };
    sendJson(req, res, jsonAnswer(JSON.stringify(answer)));
  });

  routes.post(
    '/:id/modules/:op/mask',
    ...[scope('cache:refresh'), imageIsThere<{ id: string; op: string }>({ index, library }), jsonBody],
    async (req: Request<{ id: string; op: string }>, res: Response) => {
      const id = imageId(req.params.id);
      const copy = { do: 'mask', operation: req.params.op, ...parseBody(MaskCopy, req.body) } as const;
      const check = historyIfMatch(req, { library, edits }, id, copy.instance);
      const { change, failures } = await operations.changeHistories([id], copy, principalOf(res).clientId, check);
      const [failure] = failures;
      if (failure) throw new AppError('conflict', failure.reason);
      await sendChangedHistory(res, { library, edits }, { id, change });
    },
  );
}
