import { platform } from 'node:os';
import { join } from 'node:path';
import { installLauncher, launcherFiles, removeLauncher } from '../desktop/launcher.ts';
import { defaultDataDir, inheritedEnvironment, type Environment } from '../platform/environment.ts';
import { assetsDir } from '../platform/package-files.ts';
import { CommandError } from './command-error.ts';
import { ownCommand } from './own-command.ts';
import { print } from './print.ts';
import type { SharedOptions } from './shared-options.ts';

/** `safelight launcher install`: Safelight among the programs of the desktop (Linux). */
export async function installLauncherCommand(
  { dataDir, json }: SharedOptions,
  environment: Environment,
): Promise<void> {
  refuseElsewhere();
  const place = { home: environment.home, env: inheritedEnvironment() };
  const command = dataDir === defaultDataDir(environment) ? ownCommand() : ownCommand('--data-dir', dataDir);
  await installLauncher(command, { ...place, svg: join(assetsDir, 'icons', 'app.svg') });
  const { entry } = launcherFiles(place.home, place.env);
  print(json ? JSON.stringify({ entry }) : `Safelight is now in your application menu (${entry}).`);
}

/** `safelight launcher remove` */
export async function removeLauncherCommand({ json }: SharedOptions, environment: Environment): Promise<void> {
  refuseElsewhere();
  const place = { home: environment.home, env: inheritedEnvironment() };
  await removeLauncher(place);
  const { entry } = launcherFiles(place.home, place.env);
  print(json ? JSON.stringify({ entry }) : 'Safelight is no longer in your application menu.');
}

function refuseElsewhere(): void {
  if (['darwin', 'win32'].includes(platform())) throw new CommandError('Launchers are supported on Linux only.');
}
