import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { itemOwner, sessionBusAddress } from './tray-host.ts';

test.each([
  [':1.8/org/ayatana/NotificationItem/systray', ':1.8'],
  [':1.85@/org/ayatana/NotificationItem/systray', ':1.85'],
  ['org.kde.StatusNotifierItem-123-1', 'org.kde.StatusNotifierItem-123-1'],
  ['org.kde.StatusNotifierItem-123-1/StatusNotifierItem', 'org.kde.StatusNotifierItem-123-1'],
])('panels list an icon as %s', (item, owner) => {
  expect(itemOwner(item)).toBe(owner);
});

test('the session bus is found by its address, or where it lies when none is told', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'safelight-bus-'));
  const runtime = { XDG_RUNTIME_DIR: folder };
  expect(sessionBusAddress(runtime)).toBeNull();
  await writeFile(join(folder, 'bus'), '');
  expect(sessionBusAddress(runtime)).toBe(`unix:path=${folder}/bus`);
  expect(sessionBusAddress({ ...runtime, DBUS_SESSION_BUS_ADDRESS: 'unix:abstract=x' })).toBe('unix:abstract=x');
  expect(sessionBusAddress({})).toBeNull();
  await rm(folder, { recursive: true });
});
