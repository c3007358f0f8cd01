/** What the installed darktable says of itself, against the facts that come with Safelight. */
import { expect, test } from 'vitest';
import { shippedFacts } from '../../darktable/release-facts.ts';
import { residentStage } from '../../testing/resident-stage.ts';

test('the installed darktable says of itself what the facts of its release say, and is asked once', async () => {
  await using stage = residentStage({ isUntested: true, shipped: [] });
  const told = await stage.renderer.release();
  const { layouts, ...shipped } = shippedFacts().find(({ release }) => release === told.release)!;
  expect(told).toEqual(shipped);
  expect(Object.keys(layouts!)).toContain('workflow: scene-referred');
  const { pid } = stage.renderer;
  await stage.renderer.close();
  expect(pid).not.toBeNull();
  expect(await stage.renderer.release()).toEqual(told);
});
