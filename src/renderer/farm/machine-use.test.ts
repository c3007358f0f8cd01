import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { isOnBattery } from './machine-use.ts';

/** As /sys/class/power_supply. */
function supplies(parts: Record<string, Record<string, string>>): string {
  const folder = mkdtempSync(join(tmpdir(), 'safelight-power-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  for (const [name, files] of Object.entries(parts)) {
    mkdirSync(join(folder, name));
    for (const [file, text] of Object.entries(files)) writeFileSync(join(folder, name, file), `${text}\n`);
  }
  return folder;
}

const battery = (status: string, scope = 'System') => ({ BAT0: { type: 'Battery', status, scope } });
const mains = (online: 0 | 1) => ({ AC: { type: 'Mains', online: String(online) } });

test.each([
  ['a laptop without its cable', { ...battery('Discharging'), ...mains(0) }, true],
  ['a laptop with its cable', { ...battery('Charging'), ...mains(1) }, false],
  ['a weak cable: the battery helps', { ...battery('Discharging'), ...mains(1) }, false],
  ['a laptop whose cable is not listed', battery('Discharging'), true],
  ['a desktop with the battery of a mouse', battery('Discharging', 'Device'), false],
  ['a desktop', {}, false],
])('%s', async (_what, parts, isOn) => {
  expect(await isOnBattery('linux', supplies(parts))).toBe(isOn);
});

test('a system that does not tell', async () => {
  expect(await isOnBattery('linux', '/nowhere')).toBe(false);
});
