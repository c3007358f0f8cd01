import type { Request, Router } from 'express';
import type { Services } from '../../app/services.ts';
import { ModuleQuery } from '../../contract/modules.ts';
import { moduleDefaults } from '../../develop/module-defaults.ts';
import { scope } from '../middleware/guard.ts';
import { imageId, imageIsThere } from '../requests/image-param.ts';
import { parse } from '../requests/parse.ts';
import { jsonAnswer, sendJson } from '../responses/json-answer.ts';
import { whileConnected } from '../responses/while-connected.ts';

/** GET /images/:id/modules/:op/defaults */
export function addModuleDefaultsRoute(
  routes: Router,
  { edits, index, library, noiseOf, resident }: Pick<Services, 'edits' | 'index' | 'library' | 'noiseOf' | 'resident'>,
): void {
  routes.get(
    '/:id/modules/:op/defaults',
    ...[scope('images:read'), imageIsThere<{ id: string; op: string }>({ index, library })],
    async (req: Request<{ id: string; op: string }>, res) => {
      const id = imageId(req.params.id);
      const { instance } = parse(ModuleQuery.pick({ instance: true }), req.query);
      const row = await edits.module(id, req.params.op, instance);
      const found = await whileConnected(res, (asker) =>
        moduleDefaults({ library, resident, noiseOf, asker }, id, row),
      );
      if (found) sendJson(req, res, jsonAnswer(JSON.stringify(found)));
    },
  );
}
