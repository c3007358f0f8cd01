import { LensfunCameras, LensfunLenses, LensQuery } from '../../../contract/lens-database.ts';
import { fittingLenses } from '../../../darktable/lensfun/fitting-lenses.ts';
import type { KnownCamera, KnownLens } from '../../../darktable/lensfun/lens-file.ts';
import { tagged } from '../../routing/answers.ts';
import { route, type Route } from '../../routing/route.ts';

const WHY_NONE = "The database of lenses that belongs to the installed darktable (lensfun's) was not found.";

export const lensDatabaseRoutes: readonly Route[] = [
  route({
    method: 'get',
    path: '/api/v1/lens-database/cameras',
    id: 'listLensCameras',
    tag: 'Develop modules',
    summary: 'List the cameras of lens correction',
    description:
      "From lensfun's database, which the installed darktable uses. Lens correction stores `model` as `camera`, and `crop_factor` as `crop`.",
    scope: 'images:read',
    answers: tagged({ description: 'The cameras.', json: LensfunCameras }),
    handle:
      ({ lensDatabase }) =>
      async () => {
        const all = await lensDatabase();
        const cameras = (all?.cameras ?? []).toSorted(
          (one, other) => one.makerName.localeCompare(other.makerName) || one.name.localeCompare(other.name),
        );
        return { cameras: cameras.map(cameraEntry), ...(all ? {} : { why_none: WHY_NONE }) };
      },
  }),
  route({
    method: 'get',
    path: '/api/v1/lens-database/lenses',
    id: 'listLenses',
    tag: 'Develop modules',
    summary: 'List the lenses that fit a camera',
    description:
      'The lenses for its mount that were measured with a sensor of that size or a larger one. Lens correction stores `model` as `lens`.',
    scope: 'images:read',
    query: LensQuery,
    answers: tagged({ description: 'The lenses.', json: LensfunLenses }),
    handle:
      ({ lensDatabase }) =>
      async ({ query: { camera: model } }) => {
        const all = await lensDatabase();
        const camera = model === undefined ? undefined : named(all?.cameras ?? [], model);
        const lenses = all ? fittingLenses(all.lenses, camera ?? null, all.mounts) : [];
        return {
          camera: camera ? cameraEntry(camera) : null,
          lenses: lenses.map(lensEntry),
          ...(all ? {} : { why_none: WHY_NONE }),
        };
      },
  }),
];

/** By its exact name, or in whatever case, as lensfun does. */
const named = (cameras: readonly KnownCamera[], model: string) =>
  cameras.find((camera) => camera.model === model) ??
  cameras.find((camera) => camera.model.toLowerCase() === model.toLowerCase());

const cameraEntry = ({ makerName: maker, name, model, cropFactor }: KnownCamera) => ({
  maker,
  name,
  model,
  crop_factor: cropFactor,
});
const lensEntry = ({ makerName: maker, name, model, focal, aperture, corrections }: KnownLens) => ({
  maker,
  name,
  model,
  focal,
  aperture,
  corrections,
});
