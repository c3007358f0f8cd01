import type { Request, Response, Router } from 'express';
import type { Services } from '../../app/services.ts';
import { NewInstance } from '../../contract/module-steps.ts';
import { PresetApply } from '../../contract/presets.ts';
import { ModuleSteps } from '../../changes/modules/module-steps.ts';
import { principalOf, scope } from '../middleware/guard.ts';
import { jsonBody, parseBody } from '../middleware/json-body.ts';
import { historyIfMatch } from '../requests/history-if-match.ts';
import { imageId, imageIsThere } from '../requests/image-param.ts';
import { sendChangedHistory } from '../responses/history-answer.ts';

type ModulePath = { id: string; op: string };

/** PUT /images/:id/modules/:op    POST /images/:id/modules/:op/instances    POST /images/:id/modules/:op/preset */
export function addModuleStepRoutes(
  routes: Router,
  {
    edits,
    index,
    library,
    noiseOf,
    operations,
    resident,
  }: Pick<Services, 'edits' | 'index' | 'library' | 'noiseOf' | 'operations' | 'resident'>,
): void {
  const there = imageIsThere<ModulePath>({ index, library });
  const steps = new ModuleSteps({ library, resident, operations, noiseOf });

  const askedBy = (req: Request<ModulePath>, res: Response, id: number, instance?: number) =>
    [principalOf(res).clientId, historyIfMatch(req, { library, edits }, id, instance)] as const;

  routes.put('/:id/modules/:op', scope('cache:refresh'), there, async (req: Request<ModulePath>, res: Response) => {
    const id = imageId(req.params.id);
    const { change } = await steps.put(id, req.params.op, ...askedBy(req, res, id));
    await sendChangedHistory(res, { library, edits }, { id, change });
  });

  routes.post(
    '/:id/modules/:op/instances',
    ...[scope('cache:refresh'), there, jsonBody],
    async (req: Request<ModulePath>, res: Response) => {
      const id = imageId(req.params.id);
      const wanted = req.body === undefined ? {} : parseBody(NewInstance, req.body);
      const { change } = await steps.addInstance(id, req.params.op, wanted, ...askedBy(req, res, id, wanted.from));
      await sendChangedHistory(res, { library, edits }, { id, change });
    },
  );

  routes.post(
    '/:id/modules/:op/preset',
    ...[scope('cache:refresh'), there, jsonBody],
    async (req: Request<ModulePath>, res: Response) => {
      const id = imageId(req.params.id);
      const wanted = parseBody(PresetApply, req.body);
      const { change } = await steps.applyPreset(id, req.params.op, wanted, ...askedBy(req, res, id, wanted.instance));
      await sendChangedHistory(res, { library, edits }, { id, change });
    },
  );
}
