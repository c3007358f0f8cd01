import { existsSync } from 'node:fs';
import { platform } from 'node:os';
import { dirname, join } from 'node:path';
import { openAutostart, type Autostart } from '../desktop/autostart.ts';
import { hasScreen, inheritedEnvironment, type Environment } from '../platform/environment.ts';
import { assetsDir, programDir } from '../platform/package-files.ts';
import { portableCopy } from '../updates/portable-copy.ts';

/**
 * The command that starts this very Safelight, with absolute paths: a desktop has no PATH to rely on. The launcher of a
 * portable copy also starts its updates.
 */
export function ownCommand(...args: readonly string[]): string[] {
  // The installer for Windows brings a program that opens no console window.
  const starter = join(dirname(process.execPath), 'Safelight.exe');
  if (platform() === 'win32' && existsSync(starter)) return [starter, ...args];
  const copy = platform() === 'linux' ? portableCopy(programDir) : null;
  if (copy && existsSync(copy.launcher)) return [copy.launcher, ...args];
  return [process.execPath, process.argv[1]!, ...args];
}

/** Start at login with the tray; null where there is no desktop to log in to, or no known way. */
export function ownAutostart(dataDir: string, environment: Environment): Autostart | null {
  if (!hasScreen(environment)) return null;
  // macOS runs a downloaded app from a path of the day, until it is moved to the applications.
  if (process.execPath.includes('/AppTranslocation/')) return null;
  return openAutostart({
    command: ownCommand('--data-dir', dataDir, '--at-login'),
    home: environment.home,
    env: inheritedEnvironment(),
    icon: join(assetsDir, 'icons', 'app-128.png'),
  });
}
