import { Router, type Request } from 'express';
import type { Services } from '../../app/services.ts';
import type { z } from 'zod';
import type { PresetList } from '../../contract/presets.ts';
import { moduleLayouts } from '../../darktable/layouts.ts';
import { presetEntry, presetsOf } from '../../develop/presets.ts';
import { AppError } from '../../platform/errors.ts';
import { scope } from '../middleware/guard.ts';
import { jsonAnswer, sendJson } from '../responses/json-answer.ts';

/** GET /modules/:op/presets */
export function presetRoutes({ library }: Pick<Services, 'library'>): Router {
  const routes = Router();
  routes.get('/:op/presets', scope('images:read'), async (req: Request<{ op: string }>, res) => {
    const { op } = req.params;
    const rows = await library.read((reader) => presetsOf(reader, op));
    if (rows.length === 0 && !moduleLayouts(op))
      throw new AppError('not_found', `There is no module ${op.slice(0, 40)}.`);
    const list: z.infer<typeof PresetList> = { operation: op, items: rows.map(presetEntry) };
    sendJson(req, res, jsonAnswer(JSON.stringify(list)));
  });
  return routes;
}
