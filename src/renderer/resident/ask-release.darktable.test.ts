/** What the installed darktable says of itself, against the facts that come with Safelight. */
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { nativeVersion } from '../../darktable/installation.ts';
import { shippedFacts } from '../../darktable/release-facts.ts';
import { copyDarktable } from '../../testing/copied-darktable.ts';
import { cli, residentStage } from '../../testing/resident-stage.ts';

test('the installed darktable says of itself what the facts of its release say, whatever its user has set, and is asked once', async () => {
  await using stage = residentStage({ isUntested: true, shipped: [] });
  const isOld = (await nativeVersion(cli))?.startsWith('4.2.') === true;
  const workflow = isOld ? 'display-referred' : 'display-referred (legacy)';
  writeFileSync(join(stage.userConfig, 'darktablerc'), `plugins/darkroom/workflow=${workflow}\n`);
  const told = await stage.renderer.release();
  const { layouts, ...shipped } = shippedFacts().find(({ release }) => release === told.release)!;
  expect(told).toEqual(shipped);
  expect(Object.keys(layouts!)).toContain('workflow: scene-referred');
  const { pid } = stage.renderer;
  await stage.renderer.close();
  expect(pid).not.toBeNull();
  expect(await stage.renderer.release()).toEqual(told);
});

test('one that is updated is asked again, but not before its files are left alone', async () => {
  await using stage = residentStage({
    isUntested: true,
    shipped: [],
    settleMs: 2_000,
    installation: () => Promise.resolve(copied.installation),
  });
  const copied = copyDarktable(stage.folder);
  const { renderer } = stage;
  const [why, asked] = ['darktable was installed or updated a moment ago', { timeout: 60_000, interval: 100 }];
  const kept = () => {
    const file = join(stage.folder, 'data/renderer/resident/releases.json');
    return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as { identity: string }[]) : [];
  };
  await expect(renderer.release()).rejects.toThrow(why);
  const first = await vi.waitFor(() => renderer.release(), asked);
  expect(await renderer.release()).toBe(first);
  const { pid } = renderer;
  copied.update();
  await expect(renderer.release()).rejects.toThrow(why);
  expect(await renderer.way()).toEqual({ is: 'none', why });
  expect(await vi.waitFor(() => renderer.release(), asked)).toEqual(first);
  expect(renderer.pid).not.toBe(pid);
  expect(new Set(kept().map(({ identity }) => identity)).size).toBe(2);
});

test('one that dies while it is asked is asked again once, and then the reason is told', async () => {
  await using stage = residentStage({ isUntested: true, shipped: [] });
  const { renderer } = stage;
  const told = renderer.release().catch((error: unknown) => error);
  // A picture of its own is written as soon as it is asked.
  const own = join(stage.folder, 'data/renderer/resident/own.jpg');
  const pids = new Set<number>();
  for (let kills = 0; kills < 2; kills++) {
    rmSync(own, { force: true });
    await vi.waitUntil(() => existsSync(own) && renderer.pid !== null && !pids.has(renderer.pid), {
      timeout: 60_000,
      interval: 1,
    });
    pids.add(renderer.pid!);
    process.kill(renderer.pid!, 'SIGSEGV');
  }
  expect(await told).toMatchObject({ message: 'it ended with SIGSEGV' });
  await expect(renderer.release()).rejects.toThrow('it ended with SIGSEGV');
  expect(renderer.pid).toBeNull();
});
