import { hostname, networkInterfaces } from 'node:os';
import { join } from 'node:path';
import type { Environment } from '../platform/environment.ts';
import { locateDarktableCache, locateLibrary, type LibraryLocation } from '../darktable/locate.ts';
import { isLoopback } from '../settings/settings-migrations.ts';
import type { SettingsValues } from '../settings/settings-schema.ts';

/** The options given on the command line or in the environment. */
export interface GivenOptions {
  library?: string | undefined;
  darktableCache?: string | undefined;
  port?: number | undefined;
  host?: string | undefined;
}
export const GIVEN_NAMES = ['library', 'darktableCache', 'port', 'host'] as const satisfies (keyof GivenOptions)[];

/** The values in use, from the command line, the settings or the defaults. */
export interface Configuration {
  /** null: no library was found, so the sample is shown. */
  library: LibraryLocation | null;
  refreshQueue: string;
  exportQueue: string;
  /** The setting; null: the default. The folder really in use is decided in exports/export-folder.ts. */
  exportDir: string | null;
  host: string;
  port: number;
}

export interface ConfigurationSources {
  dataDir: string;
  settings: Readonly<SettingsValues>;
  given: GivenOptions;
  environment: Environment;
  platform: NodeJS.Platform;
}

export function configurationOf({
  dataDir,
  settings,
  given,
  environment,
  platform,
}: ConfigurationSources): Configuration {
  return {
    library: locateLibrary({ option: given.library, setting: settings.library }, { environment, platform }),
    refreshQueue: settings.refreshQueue ?? join(dataDir, 'queues', 'refresh.queue'),
    exportQueue: settings.exportQueue ?? join(dataDir, 'queues', 'export.queue'),
    exportDir: settings.exportDir,
    host: given.host ?? hostOf(settings),
    port: given.port ?? settings.port,
  };
}

/** The address to listen on. Other devices can reach it only with LAN access. */
export function hostOf({ lan, host }: Pick<SettingsValues, 'lan' | 'host'>): string {
  if (lan) return host !== null && !isLoopback(host) ? host : '0.0.0.0';
  return host !== null && isLoopback(host) ? host : '127.0.0.1';
}

export function cacheOf({ settings, given, environment, platform }: ConfigurationSources, library: string): string {
  return locateDarktableCache(
    { option: given.darktableCache, setting: settings.darktableCache, library },
    { environment, platform },
  );
}

export const isOpenToLan = (host: string) => !isLoopback(host);

/** The names under which other devices know this computer. It can be renamed at any time. */
export function ownNames(): string[] {
  const name = hostname()
    .toLowerCase()
    .replace(/\.local$/, '');
  return [name, `${name}.local`];
}

/** Virtual networks of this computer, which phones cannot reach. */
const OF_PROGRAMS = /^(docker|br-|veth|virbr|vmnet|vboxnet|tun|tap|wg|zt|utun|podman|lxc|cni|flannel)/;

/** The addresses for other devices, private networks first. Empty for a loopback address. */
export function lanUrls(host: string, port: number, interfaces = networkInterfaces()): string[] {
  if (!isOpenToLan(host)) return [];
  const url = (address: string) => `http://${address.includes(':') ? `[${address}]` : address}:${port}`;
  if (host !== '0.0.0.0' && host !== '::') return [url(host)];
  const found = Object.entries(interfaces).flatMap(([name, addresses]) =>
    (addresses ?? [])
      .filter(({ internal, family, address }) => !internal && family === 'IPv4' && !address.startsWith('169.254.'))
      .map(({ address }) => ({ address, rank: (OF_PROGRAMS.test(name) ? 10 : 0) + rankOf(address) })),
  );
  return found.sort((one, other) => one.rank - other.rank).map(({ address }) => url(address));
}

function rankOf(address: string): number {
  if (address.startsWith('192.168.')) return 0;
  if (address.startsWith('10.')) return 1;
  if (/^172\.(1[6-9]|2\d|3[01])\./.test(address)) return 2;
  return 3;
}
