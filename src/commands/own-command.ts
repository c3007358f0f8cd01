import { join } from 'node:path';
import { openAutostart, type Autostart } from '../desktop/autostart.ts';
import { hasScreen, inheritedEnvironment, type Environment } from '../platform/environment.ts';
import { assetsDir } from '../platform/package-files.ts';

/** The command that starts this very Safelight, with absolute paths: a desktop has no PATH to rely on. */
export const ownCommand = (...args: readonly string[]): string[] => [process.execPath, process.argv[1]!, ...args];

/** Start at login with the tray; null where there is no desktop to log in to, or no known way. */
export function ownAutostart(dataDir: string, environment: Environment): Autostart | null {
  if (!hasScreen(environment)) return null;
  return openAutostart({
    command: ownCommand('--data-dir', dataDir, '--at-login'),
    home: environment.home,
    env: inheritedEnvironment(),
    icon: join(assetsDir, 'icons', 'app-128.png'),
  });
}
