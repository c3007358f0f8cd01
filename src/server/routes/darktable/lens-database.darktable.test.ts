/** Compared with the menus of a real darkroom. */
import { expect, test } from 'vitest';
import type { LensfunCameras, LensfunLenses } from '../../../contract/lens-database.ts';
import { startApp } from '../../../testing/start-app.ts';

const lenses = (camera?: string) =>
  `/api/v1/lens-database/lenses${camera === undefined ? '' : `?camera=${encodeURIComponent(camera)}`}`;

test('cameras and the lenses that fit one are those of the installed darktable', async () => {
  const app = await startApp({ library: 1 });
  const { cameras } = await app.get<LensfunCameras>('/api/v1/lens-database/cameras');
  expect(cameras).toContainEqual({ maker: 'Nikon', name: 'D90', model: 'Nikon D90', crop_factor: 1.523 });
  const d750 = await app.get<LensfunLenses>(lenses('NIKON D750'));
  expect(d750.camera?.model).toBe('Nikon D750');
  // As the menu of a darkroom had them; newer databases have others between them.
  const menu = [
    'Nikkor AI-S 6mm f/2.8 Fisheye',
    'Nikkor AF-S 14-24mm f/2.8G ED',
    'Nikkor AF-S 16-35mm f/4G ED VR',
    'Nikkor AF-S 17-35mm f/2.8D IF-ED',
  ];
  expect(d750.lenses.map(({ name }) => name).filter((name) => menu.includes(name))).toEqual(menu);
  const all = await app.get<LensfunLenses>(lenses());
  expect(all.camera).toBeNull();
  expect(all.lenses.length).toBeGreaterThan(1000);
  expect((await app.get<LensfunLenses>(lenses('No such camera'))).camera).toBeNull();
});
