/** What the page makes of the spot that a picker of rgb levels reads, against what the picker of a real darkroom stores. */
import { copyFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { InputColors } from '../../../contract/input-colors.ts';
import type { ModuleEntry } from '../../../contract/modules.ts';
import { leaveDarkroom, openInDarkroom } from '../../../testing/darkroom-lua.ts';
import { assetsDir } from '../../../platform/package-files.ts';
import { makeRealLibrary, startDarktable } from '../../../testing/real-darktable.ts';
import { rested } from '../../../testing/rested.ts';
import { openTestApp } from '../../../testing/start-app.ts';
import { pickedLevels } from '../../../web/develop-panel/computed/picked-levels.ts';

/** These pickers read a single spot, at first the middle of the picture. */
const MIDDLE = 'left=0.5&top=0.5&right=0.5&bottom=0.5';

test('the gray of rgb levels is what the picker of the darkroom found', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'safelight-levels-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const picture = join(folder, 'picture.dng');
  copyFileSync(join(assetsDir, 'sample', 'photos', '2019-10 Northern Spain', 'DSCF0290.dng'), picture);
  const { configDir, cacheDir, library } = await makeRealLibrary({ folder, pictures: [picture] });
  {
    await using darktable = await startDarktable({ configDir, cacheDir });
    const { lua } = darktable;
    const act = (action: string, element: string, effect: string) =>
      lua(`return darktable.gui.action("iop/rgblevels${action}", 0, "${element}", "${effect}", 1.0)`);
    await lua(openInDarkroom(1));
    await rested(darktable.pid);
    await act('', 'enable', 'on');
    await rested(darktable.pid);
    await act('/pickers/gray', '', 'toggle');
    await rested(darktable.pid);
    await lua(leaveDarkroom);
    await darktable.quit();
  }
  const app = await openTestApp({ library: { file: library } });
  onTestFinished(() => app.close());
  const path = '/api/v1/images/1/modules/rgblevels';
  const { params } = await app.get<ModuleEntry>(path);
  const [, gray] = (params as { levels: [number, number, number][] }).levels[0]!;
  expect(gray).not.toBe(0.5);
  const colors = await app.get<InputColors>(`${path}/input?${MIDDLE}`);
  const [, found] = pickedLevels('gray', colors, { levels: [0, 0.5, 1], channel: 0, stored: () => 0 })!;
  expect(Math.abs(found - gray)).toBeLessThan(0.005);
});
