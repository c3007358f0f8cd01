import { platform } from 'node:os';
import { join } from 'node:path';
import { installLauncher, launcherFiles, removeLauncher } from '../desktop/launcher.ts';
import { defaultDataDir, inheritedEnvironment, type Environment } from '../platform/environment.ts';
import { assetsDir } from '../platform/package-files.ts';
import { CommandError } from './command-error.ts';
import { ownCommand } from './own-command.ts';
import { print } from './print.ts';
import type { SharedOptions } from './shared-options.ts';

/** `safelight launcher install`: adds Safelight to the desktop's programs (Linux). */
export async function installLauncherCommand(
  { dataDir, json }: SharedOptions,
  environment: Environment,
): Promise<void> {
  refuseElsewhere();
  const desktop = { home: environment.home, env: inheritedEnvironment() };
  const command = dataDir === defaultDataDir(environment) ? ownCommand() : ownCommand('--data-dir', dataDir);
  await installLauncher(command, { ...desktop, svg: join(assetsDir, 'icons', 'app.svg') });
  const { entry } = launcherFiles(desktop.home, desktop.env);
  print(json ? JSON.stringify({ entry }) : `Safelight is now in your application menu (${entry}).`);
}

/** `safelight launcher remove` */
export async function removeLauncherCommand({ json }: SharedOptions, environment: Environment): Promise<void> {
  refuseElsewhere();
  const desktop = { home: environment.home, env: inheritedEnvironment() };
  await removeLauncher(desktop);
  const { entry } = launcherFiles(desktop.home, desktop.env);
  print(json ? JSON.stringify({ entry }) : 'Safelight is no longer in your application menu.');
}

function refuseElsewhere(): void {
  if (['darwin', 'win32'].includes(platform())) throw new CommandError('Launchers are supported on Linux only.');
}
