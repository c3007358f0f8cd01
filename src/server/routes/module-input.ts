import type { Request, Router } from 'express';
import type { Services } from '../../app/services.ts';
import { InputQuery } from '../../contract/input-colors.ts';
import { inputColorsOf } from '../../renderer/input-colors.ts';
import { scope } from '../middleware/guard.ts';
import { imageId, imageIsThere } from '../requests/image-param.ts';
import { parse } from '../requests/parse.ts';
import { whileConnected } from '../responses/while-connected.ts';
import { jsonAnswer, sendJson } from '../responses/json-answer.ts';

/** GET /images/:id/modules/:op/input */
export function addModuleInputRoute(
  routes: Router,
  { edits, index, library, resident }: Pick<Services, 'edits' | 'index' | 'library' | 'resident'>,
): void {
  routes.get(
    '/:id/modules/:op/input',
    ...[scope('previews:read'), imageIsThere<{ id: string; op: string }>({ index, library })],
    async (req: Request<{ id: string; op: string }>, res) => {
      const id = imageId(req.params.id);
      const { instance, ...area } = parse(InputQuery, req.query);
      const { operation, priority } = await edits.module(id, req.params.op, instance);
      const input = { operation, instance: priority, area };
      const colors = await whileConnected(res, (asker) => inputColorsOf({ library, resident }, id, input, asker));
      if (!colors) return;
      sendJson(req, res, jsonAnswer(JSON.stringify({ image_id: id, operation, multi_priority: priority, ...colors })));
    },
  );
}
