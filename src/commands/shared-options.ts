import { InvalidArgumentError, Option, type Command } from 'commander';
import { resolve } from 'node:path';
import { defaultDataDir, type Environment } from '../platform/environment.ts';
import { createLog, type Log, type LogLevel } from '../platform/log.ts';

const LEVELS = ['debug', 'info', 'warn', 'error', 'silent'];

export interface SharedOptions {
  dataDir: string;
  library?: string | undefined;
  darktableCache?: string | undefined;
  port?: number | undefined;
  host?: string | undefined;
  json: boolean;
  log: Log;
}

function portNumber(text: string): number {
  if (!/^\d{1,5}$/.test(text) || Number(text) > 65535)
    throw new InvalidArgumentError('A port is a number from 0 to 65535.');
  return Number(text);
}

/** Adds the options that every command has. Each has a matching environment variable SAFELIGHT_…. */
export function withSharedOptions(command: Command): Command {
  return command
    .option(
      '--data-dir <dir>',
      'data folder for index, previews, queues and settings (default: depends on the platform)',
    )
    .option('--library <file>', "darktable's library.db, or the folder that it is in")
    .option('--darktable-cache <dir>', "darktable's cache folder")
    .option('--port <n>', 'port to listen on, 0 for any free one (default: 4380)', portNumber)
    .option('--host <addr>', 'address to listen on (default: 127.0.0.1)')
    .option('--json', 'print JSON')
    .addOption(new Option('--log-level <level>', 'how much to log to standard error').choices(LEVELS));
}

/** The shared options of a command: as typed, else from the environment; folders made absolute. */
export function sharedOptions(typed: Record<string, unknown>, environment: Environment): SharedOptions {
  const text = (name: string) => typed[name] as string | undefined;
  const path = (value: string | undefined) => (value === undefined ? undefined : resolve(value));
  return {
    dataDir: resolve(text('dataDir') ?? environment.SAFELIGHT_DATA_DIR ?? defaultDataDir(environment)),
    library: path(text('library') ?? environment.SAFELIGHT_LIBRARY),
    darktableCache: path(text('darktableCache') ?? environment.SAFELIGHT_DARKTABLE_CACHE),
    port: (typed.port as number | undefined) ?? environment.SAFELIGHT_PORT,
    host: text('host') ?? environment.SAFELIGHT_HOST,
    json: typed.json === true,
    log: createLog((text('logLevel') as LogLevel | undefined) ?? environment.SAFELIGHT_LOG_LEVEL),
  };
}
