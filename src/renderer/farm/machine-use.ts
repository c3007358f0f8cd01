import { execFile } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Somebody who reads a page has not gone. */
const GONE_SECONDS = 5 * 60;

/** Whether this machine runs on its battery now. false where that cannot be told. */
export async function isOnBattery(platform: NodeJS.Platform, supplies = '/sys/class/power_supply'): Promise<boolean> {
  switch (platform) {
    case 'linux':
      return isOnBatteryLinux(supplies);
    case 'darwin':
      return (await output('pmset', ['-g', 'batt'])).includes("'Battery Power'");
    case 'win32': {
      const query = '(Get-CimInstance Win32_Battery).BatteryStatus';
      // 1: it discharges.
      return /^\s*1\s*$/m.test(await output('powershell', ['-NoProfile', '-Command', query]));
    }
    default:
      return false;
  }
}

/** A laptop has a battery, and its mains adapters are off line. */
async function isOnBatteryLinux(supplies: string): Promise<boolean> {
  const names = await readdir(supplies).catch(() => []);
  const read = async (name: string, file: string) =>
    (await readFile(join(supplies, name, file), 'utf8').catch(() => '')).trim();
  let hasMains = false;
  let isDischarging = false;
  for (const name of names) {
    const type = await read(name, 'type');
    if (type === 'Mains' || type === 'USB') hasMains ||= (await read(name, 'online')) === '1';
    // A mouse has a battery, too.
    if (type === 'Battery' && (await read(name, 'scope')) !== 'Device')
      isDischarging ||= (await read(name, 'status')) === 'Discharging';
  }
  return isDischarging && !hasMains;
}

/** Whether somebody is using keyboard or mouse of this machine. false where that cannot be told. */
export async function isInUse(platform: NodeJS.Platform): Promise<boolean> {
  switch (platform) {
    case 'linux': {
      const login = ['org.freedesktop.login1', '/org/freedesktop/login1', 'org.freedesktop.login1.Manager'];
      return (await output('busctl', ['get-property', ...login, 'IdleHint'])).trim() === 'b false';
    }
    case 'darwin': {
      const idle = /"HIDIdleTime" = (\d+)/.exec(await output('ioreg', ['-c', 'IOHIDSystem']))?.[1];
      return idle !== undefined && Number(idle) / 1e9 < GONE_SECONDS;
    }
    default:
      return false;
  }
}

const output = (program: string, args: string[]): Promise<string> =>
  new Promise((resolve) => {
    execFile(program, args, { timeout: 5_000, windowsHide: true, maxBuffer: 8 * 1024 ** 2 }, (error, stdout) =>
      resolve(error ? '' : stdout),
    );
  });
