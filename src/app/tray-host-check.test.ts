import { expect, onTestFinished, test } from 'vitest';
import { startDesktopSession } from '../testing/desktop-session.ts';
import { startTrayHost } from '../testing/status-notifier-host.ts';
import { askForTrayHost } from './tray-host-check.ts';

test('what shows the tray: with a panel, without one, without a bus, and without a desktop', async () => {
  expect(await askForTrayHost({})).toBeNull();
  expect(await askForTrayHost({ DISPLAY: ':9' })).toMatchObject({ present: false, reason: /session bus/ });
  expect(await askForTrayHost({ DISPLAY: ':9', DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nowhere' })).toMatchObject({
    present: false,
    reason: /does not respond/,
  });

  const session = await startDesktopSession();
  onTestFinished(() => session.stop());
  const environment = { DISPLAY: session.display, DBUS_SESSION_BUS_ADDRESS: session.bus };
  expect(await askForTrayHost(environment)).toMatchObject({ present: false, reason: /tray icons/ });
  const host = await startTrayHost(session.bus);
  onTestFinished(() => host.close());
  expect(await askForTrayHost(environment)).toMatchObject({ present: true, reason: null });
});
