import { homedir, platform } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import { mustBe } from './schema-words.ts';

const path = z.string().min(1).optional();

const PORT_RANGE = 'must be a whole number from 0 to 65535';

/** The environment variables that Safelight reads. Each has the meaning of the option of the same name. */
const Environment = z.object({
  SAFELIGHT_DATA_DIR: path,
  SAFELIGHT_LIBRARY: path,
  SAFELIGHT_DARKTABLE_CACHE: path,
  SAFELIGHT_PORT: z
    .string()
    .regex(/^\d+$/, PORT_RANGE)
    .transform(Number)
    .pipe(z.number().max(65_535, PORT_RANGE))
    .optional(),
  SAFELIGHT_HOST: z.string().min(1).optional(),
  SAFELIGHT_LOG_LEVEL: z.enum(['debug', 'info', 'warn', 'error', 'silent']).default('info'),
  HOME: path,
  XDG_CONFIG_HOME: path,
  XDG_DATA_HOME: path,
  XDG_CACHE_HOME: path,
  LOCALAPPDATA: path,
  APPDATA: path,
  PROGRAMFILES: path,
  PATH: path,
  DISPLAY: path,
  WAYLAND_DISPLAY: path,
  DBUS_SESSION_BUS_ADDRESS: path,
  XDG_RUNTIME_DIR: path,
});

export type Environment = z.infer<typeof Environment> & { home: string };

/** An empty variable counts as not set, as shells and desktop files often leave it. Throws a ZodError on a bad value. */
export function readEnvironment(env: NodeJS.ProcessEnv = process.env): Environment {
  const set = Object.fromEntries(
    Object.entries(env)
      .filter(([, value]) => value !== '')
      // Windows does not care for case, and spells some of them `Path` and `ProgramFiles`.
      .map(([name, value]) => [platform() === 'win32' ? name.toUpperCase() : name, value]),
  );
  const parsed = Environment.parse(set, { error: mustBe });
  return { ...parsed, home: parsed.HOME ?? homedir() };
}

/** All variables of this process, for the desktop programs that it starts. */
export const inheritedEnvironment = (): NodeJS.ProcessEnv => ({ ...process.env });

/** Whether there is a screen. */
export function hasScreen(env: Pick<Environment, 'DISPLAY' | 'WAYLAND_DISPLAY'>): boolean {
  return platform() === 'darwin' || platform() === 'win32' || Boolean(env.DISPLAY) || Boolean(env.WAYLAND_DISPLAY);
}

/** The default data folder. */
export function defaultDataDir(env: Environment): string {
  switch (platform()) {
    case 'darwin':
      return join(env.home, 'Library', 'Application Support', 'Safelight');
    case 'win32':
      return join(env.LOCALAPPDATA ?? join(env.home, 'AppData', 'Local'), 'Safelight');
    default:
      return join(env.XDG_DATA_HOME ?? join(env.home, '.local', 'share'), 'safelight');
  }
}
