import { Router } from 'express';
import { type LensfunCameras, type LensfunLenses, LensQuery } from '../../contract/lens-database.ts';
import type { Services } from '../../app/services.ts';
import { fittingLenses } from '../../darktable/lensfun/fitting-lenses.ts';
import type { KnownCamera, KnownLens } from '../../darktable/lensfun/lens-file.ts';
import { scope } from '../middleware/guard.ts';
import { parse } from '../requests/parse.ts';
import { jsonAnswer, sendJson } from '../responses/json-answer.ts';

const WHY_NONE = "The database of lenses that belongs to the installed darktable (lensfun's) was not found.";

/** GET /lens-database/cameras    GET /lens-database/lenses */
export function lensDatabaseRoutes({ lensDatabase }: Pick<Services, 'lensDatabase'>): Router {
  const routes = Router();
  routes.get('/cameras', scope('images:read'), async (req, res) => {
    const all = await lensDatabase();
    const cameras = (all?.cameras ?? []).toSorted(
      (one, other) => one.makerName.localeCompare(other.makerName) || one.name.localeCompare(other.name),
    );
    const answer: LensfunCameras = { cameras: cameras.map(cameraEntry), ...(all ? {} : { why_none: WHY_NONE }) };
    sendJson(req, res, jsonAnswer(JSON.stringify(answer)));
  });
  routes.get('/lenses', scope('images:read'), async (req, res) => {
    const { camera: model } = parse(LensQuery, req.query);
    const all = await lensDatabase();
    const camera = model === undefined ? undefined : named(all?.cameras ?? [], model);
    const lenses = all ? fittingLenses(all.lenses, camera ?? null, all.mounts) : [];
    const answer: LensfunLenses = {
      camera: camera ? cameraEntry(camera) : null,
      lenses: lenses.map(lensEntry),
      ...(all ? {} : { why_none: WHY_NONE }),
    };
    sendJson(req, res, jsonAnswer(JSON.stringify(answer)));
  });
  return routes;
}

/** By its exact name, or in whatever case, as lensfun does. */
const named = (cameras: readonly KnownCamera[], model: string) =>
  cameras.find((camera) => camera.model === model) ??
  cameras.find((camera) => camera.model.toLowerCase() === model.toLowerCase());

const cameraEntry = ({ makerName: maker, name, model, cropFactor }: KnownCamera) => ({
  ...{ maker, name, model, crop_factor: cropFactor },
});
const lensEntry = ({ makerName: maker, name, model, focal, aperture, corrections }: KnownLens) => ({
  ...{ maker, name, model, focal, aperture, corrections },
});
