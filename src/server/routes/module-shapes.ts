import type { Request, Router } from 'express';
import type { Services } from '../../app/services.ts';
import { ModuleQuery } from '../../contract/modules.ts';
import type { ModuleShapes } from '../../contract/module-shapes.ts';
import { readDevelopState } from '../../library/whole-history.ts';
import { moduleShapes } from '../../develop/module-shapes.ts';
import { AppError, imageNotFound } from '../../platform/errors.ts';
import { shapesOnPicture } from '../../renderer/shapes-on-picture.ts';
import { scope } from '../middleware/guard.ts';
import { imageId, imageIsThere } from '../requests/image-param.ts';
import { parse } from '../requests/parse.ts';
import { jsonAnswer, sendJson } from '../responses/json-answer.ts';
import { whileConnected } from '../responses/while-connected.ts';

/** GET /images/:id/modules/:op/shapes */
export function addModuleShapesRoute(
  routes: Router,
  { index, library, resident }: Pick<Services, 'index' | 'library' | 'resident'>,
): void {
  routes.get(
    '/:id/modules/:op/shapes',
    ...[scope('previews:read'), imageIsThere<{ id: string; op: string }>({ index, library })],
    async (req: Request<{ id: string; op: string }>, res) => {
      const id = imageId(req.params.id);
      const { instance } = parse(ModuleQuery.pick({ instance: true }), req.query);
      const state = await readDevelopState(library, id);
      if (!state) throw imageNotFound(id);
      const { op } = req.params;
      const step = state.history.findLast(
        ({ operation, priority }) => operation === op && (instance === undefined || priority === instance),
      );
      if (!step) throw new AppError('module_not_found', `${op} is not in the history of this image.`);
      const items = await whileConnected(res, (asker) =>
        shapesOnPicture(resident, state, (input) => moduleShapes(step, state, input), asker),
      );
      if (!items) return;
      const answer: ModuleShapes = { image_id: id, operation: op, multi_priority: step.priority, items };
      sendJson(req, res, jsonAnswer(JSON.stringify(answer)));
    },
  );
}
