import { platform } from 'node:os';
import { bridgeFactsFromOutside } from '../app/offline-diagnosis.ts';
import { openPluginService, type PluginService } from '../app/plugin-service.ts';
import { BridgeChange, BridgeStatus } from '../contract/admin.ts';
import type { Environment } from '../platform/environment.ts';
import { AppError } from '../platform/errors.ts';
import { Events } from '../platform/events.ts';
import { assetsDir } from '../platform/package-files.ts';
import { adminClient } from './admin-client.ts';
import { CommandError } from './command-error.ts';
import { print, printJson } from './print.ts';
import type { SharedOptions } from './shared-options.ts';

type PluginControl = Pick<PluginService, 'status' | 'install' | 'uninstall' | 'startDarktable'>;

/** Works through the running server, which configures the plugin at once; if none runs, in this process. */
async function withPlugin<T>(
  options: SharedOptions,
  environment: Environment,
  work: (plugin: PluginControl) => Promise<T>,
): Promise<T> {
  const { dataDir, log } = options;
  const admin = adminClient(dataDir);
  if (admin) {
    return work({
      status: async () => BridgeStatus.parse(await admin.request('GET', '/bridge')),
      install: async () => BridgeChange.parse(await admin.request('POST', '/bridge/install')),
      uninstall: async () => BridgeChange.parse(await admin.request('POST', '/bridge/uninstall')),
      startDarktable: async () => BridgeChange.parse(await admin.request('POST', '/bridge/start-darktable')),
    });
  }
  const {
    settings,
    followed,
    subject,
    installations,
    work: jobs,
  } = bridgeFactsFromOutside({ dataDir, given: options, environment, platform: platform() });
  const plugin = openPluginService({
    dataDir,
    assetsDir,
    environment,
    platform: platform(),
    settings: () => settings,
    followed: () => followed,
    subject: () => subject,
    installations,
    work: jobs,
    onPaused: () => undefined,
    events: new Events(),
    log,
  });
  try {
    return await work(plugin);
  } catch (error) {
    if (error instanceof AppError) throw new CommandError(error.message, error);
    throw error;
  } finally {
    plugin.close();
  }
}

export async function pluginStatus(options: SharedOptions, environment: Environment): Promise<void> {
  const status = await withPlugin(options, environment, (plugin) => plugin.status());
  if (options.json) {
    printJson(status);
    return;
  }
  const { plugin } = status;
  print(status.message);
  print(
    plugin.installed
      ? `Plugin ${plugin.version ?? ''} is installed in ${plugin.folder ?? ''}${plugin.upgradable ? `; version ${plugin.current} is available` : ''}.`
      : 'The plugin is not installed.',
  );
  const { setting, version, done, failed } = status.renderer;
  if (setting === 'darktable-cli' && version === null)
    print('darktable-cli is chosen in the settings, but not installed.');
  if (setting !== 'bridge' && version !== null)
    print(`darktable-cli ${version} rendered ${done} ${done === 1 ? 'job' : 'jobs'}, ${failed} failed.`);
}

export async function installPluginCommand(options: SharedOptions, environment: Environment): Promise<void> {
  say(options, await withPlugin(options, environment, (plugin) => plugin.install()));
}

export async function uninstallPluginCommand(options: SharedOptions, environment: Environment): Promise<void> {
  say(options, await withPlugin(options, environment, (plugin) => plugin.uninstall()));
}

export async function startDarktableCommand(options: SharedOptions, environment: Environment): Promise<void> {
  say(options, await withPlugin(options, environment, (plugin) => plugin.startDarktable()));
}

const say = ({ json }: SharedOptions, change: BridgeChange) => print(json ? JSON.stringify(change) : change.message);
