import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { runTool } from './run-tool.ts';

/** What a program needs to find the user's screen, bus and folders. */
const WANTED = [
  'DISPLAY',
  'WAYLAND_DISPLAY',
  'XAUTHORITY',
  'DBUS_SESSION_BUS_ADDRESS',
  'XDG_RUNTIME_DIR',
  'XDG_CURRENT_DESKTOP',
  'XDG_CONFIG_HOME',
  'XDG_DATA_HOME',
  'XDG_CACHE_HOME',
  'LANG',
  'LC_ALL',
  'LC_MESSAGES',
  'SAFELIGHT_DATA_DIR',
  'SAFELIGHT_LIBRARY',
] as const;
const LONGEST_MS = 2_000;

/**
 * The environment of the user's desktop, for a program that was started with little more than HOME and PATH, as hosts of agents do. Variables that
 * are set stay. On Linux the others are asked of the user's systemd; where there is none, the usual place of the bus is tried.
 */
export async function sessionEnvironment(env: NodeJS.ProcessEnv): Promise<NodeJS.ProcessEnv> {
  const uid = process.getuid?.();
  if (process.platform !== 'linux' || uid === undefined) return env;
  const runtime = env.XDG_RUNTIME_DIR ?? `/run/user/${uid}`;
  if (!existsSync(runtime)) return env;
  const found: NodeJS.ProcessEnv = { XDG_RUNTIME_DIR: runtime };
  const bus = join(runtime, 'bus');
  if (existsSync(bus)) found.DBUS_SESSION_BUS_ADDRESS = `unix:path=${bus}`;
  const asked = await runTool(
    { command: 'systemctl', args: ['--user', 'show-environment'] },
    { env: { ...env, ...found }, timeoutMs: LONGEST_MS },
  );
  if (asked.status === 'ended' && asked.code === 0) {
    for (const line of asked.stdout.split('\n')) {
      const at = line.indexOf('=');
      const name = WANTED.find((each) => each === line.slice(0, at));
      if (name) found[name] = unquoted(line.slice(at + 1));
    }
  }
  return { ...found, ...env };
}

/** systemd writes values with unusual characters as the shell does: $'…'. */
function unquoted(value: string): string {
  const quoted = /^\$'(.*)'$/.exec(value)?.[1];
  return quoted === undefined ? value : quoted.replaceAll(/\\(.)/g, '$1');
}
