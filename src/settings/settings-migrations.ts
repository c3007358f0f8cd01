/** What a settings file may hold: anything. */
export type Stored = Record<string, unknown>;

interface Migration {
  /** The version of the file that it makes. */
  version: number;
  /** For the log: what changes for people. */
  title: string;
  migrate: (stored: Stored) => Stored;
}

const LOOPBACK = new Set(['127.0.0.1', '::1', 'localhost']);
export const isLoopback = (host: string) => LOOPBACK.has(host.toLowerCase());

/** In order. A file without `settingsVersion` has version 1. Never change one that was released: add another. */
const migrations: readonly Migration[] = [
  {
    version: 2,
    title: 'LAN access is a setting of its own; an address that other devices can reach turns it on',
    migrate: ({ host, ...rest }) => {
      if (typeof host !== 'string' || host === '127.0.0.1') return rest;
      const isForAll = host === '0.0.0.0' || host === '::';
      return { ...rest, ...(isForAll ? {} : { host }), ...(isLoopback(host) ? {} : { lan: true }) };
    },
  },
];

export const SETTINGS_VERSION = 2;
export const VERSION_KEY = 'settingsVersion';

/**
 * Brings what an older Safelight stored up to date. A newer one's file is left as it is: what this version knows of it counts, the
 * rest stays in the file.
 */
export function migrateSettings(stored: Stored): { stored: Stored; applied: string[] } {
  const { [VERSION_KEY]: found = 1 } = stored;
  const from = typeof found === 'number' && Number.isInteger(found) ? found : 1;
  // A new file needs nothing.
  if (Object.keys(stored).length === 0 || from >= SETTINGS_VERSION) return { stored, applied: [] };
  const due = migrations.filter(({ version }) => version > from);
  const { [VERSION_KEY]: _old, ...values } = stored;
  return {
    stored: { ...due.reduce((before, { migrate }) => migrate(before), values), [VERSION_KEY]: SETTINGS_VERSION },
    applied: due.map(({ title }) => title),
  };
}
