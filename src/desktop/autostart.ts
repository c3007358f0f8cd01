/** Start at login, in the way of each platform. Nothing is cached: the desktop's own setting is read each time. */
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { reasonOf } from '../platform/errors.ts';
import { ordinaryFileBytes } from '../platform/ordinary-file.ts';
import { desktopEntry, execLine, readDesktopEntry } from './desktop-entry.ts';
import { runTool, type Tool, type ToolResult } from './run-tool.ts';
import { writeDesktopFile } from './desktop-file.ts';

export type Autostart = {
  /**
   * Whether this very Safelight will start at the next login. False also for an entry that starts another one, or is
   * switched off.
   */
  isOn(): Promise<boolean>;
  /** Throws an Error with the reason when this fails. */
  set(on: boolean): Promise<void>;
};

export type AutostartOptions = {
  /** The program and its arguments, with absolute paths: at login there is no PATH to rely on. */
  command: readonly string[];
  home: string;
  env: NodeJS.ProcessEnv;
  /** An absolute path or a name from the icon theme. */
  icon?: string | undefined;
  platform?: NodeJS.Platform;
  /** Runs reg.exe; tests replace it. */
  run?: (tool: Tool) => Promise<ToolResult>;
};

/** null where there is no known way. */
export function openAutostart(options: AutostartOptions): Autostart | null {
  const { platform = process.platform, home, env, command } = options;
  switch (platform) {
    case 'linux':
    case 'freebsd':
    case 'openbsd':
      return linuxAutostart(autostartFile(home, env), command, options.icon);
    case 'darwin':
      return appleAutostart(launchAgentFile(home), command);
    case 'win32':
      return windowsAutostart(command, options.run ?? ((tool) => runTool(tool, { env, timeoutMs: 10_000 })));
    default:
      return null;
  }
}

export const autostartFile = (home: string, env: NodeJS.ProcessEnv) =>
  join(env.XDG_CONFIG_HOME ?? join(home, '.config'), 'autostart', 'safelight.desktop');

/** https://specifications.freedesktop.org/autostart-spec/ */
export const autostartEntry = (command: readonly string[], icon?: string) =>
  desktopEntry({
    name: 'Safelight',
    comment: 'Your darktable library in the browser',
    ...(icon === undefined ? {} : { icon }),
    // Whoever removes a package of Safelight cannot remove its users' entries.
    tryExec: command[0],
    exec: command,
    more: { 'X-GNOME-Autostart-enabled': 'true' },
  });

function linuxAutostart(file: string, command: readonly string[], icon?: string): Autostart {
  return {
    async isOn() {
      const entry = readDesktopEntry((await readIfThere(file)) ?? '');
      return (
        entry.get('Exec') === execLine(command) &&
        entry.get('Hidden') !== 'true' &&
        entry.get('X-GNOME-Autostart-enabled') !== 'false'
      );
    },
    set: async (on) => (on ? writeDesktopFile(file, autostartEntry(command, icon)) : rm(file, { force: true })),
  };
}

const APPLE_LABEL = 'org.safelight.Safelight';
export const launchAgentFile = (home: string) => join(home, 'Library', 'LaunchAgents', `${APPLE_LABEL}.plist`);

/** The property list of launchd.plist(5). launchd reads the folder at login; nothing has to be loaded now. */
export const launchAgent = (command: readonly string[]) => `<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
<plist version="1.0">
<dict>
  <key>Label</key>
  <string>${APPLE_LABEL}</string>
  <key>ProgramArguments</key>
  <array>
${command.map((arg) => `    <string>${xml(arg)}</string>`).join('\n')}
  </array>
  <key>RunAtLoad</key>
  <true/>
  <key>ProcessType</key>
  <string>Interactive</string>
</dict>
</plist>
`;

const xml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

function appleAutostart(file: string, command: readonly string[]): Autostart {
  return {
    isOn: async () => (await readIfThere(file)) === launchAgent(command),
    set: async (on) => (on ? writeDesktopFile(file, launchAgent(command)) : rm(file, { force: true })),
  };
}

const RUN_KEY = 'HKCU\\Software\\Microsoft\\Windows\\CurrentVersion\\Run';
/** Where the Task Manager stores what the user has switched off: an odd first byte. */
const APPROVED_KEY = 'HKCU\\Software\\Microsoft\\Windows\\CurrentVersion\\Explorer\\StartupApproved\\Run';
const VALUE = 'Safelight';

const registryTools = {
  read: { command: 'reg.exe', args: ['query', RUN_KEY, '/v', VALUE] },
  readApproved: { command: 'reg.exe', args: ['query', APPROVED_KEY, '/v', VALUE] },
  write: (commandLine: string): Tool => ({
    command: 'reg.exe',
    args: ['add', RUN_KEY, '/v', VALUE, '/t', 'REG_SZ', '/d', commandLine, '/f'],
  }),
  remove: { command: 'reg.exe', args: ['delete', RUN_KEY, '/v', VALUE, '/f'] },
  /** Undoes the switch in the Task Manager. */
  approve: { command: 'reg.exe', args: ['delete', APPROVED_KEY, '/v', VALUE, '/f'] },
} satisfies Record<string, Tool | ((line: string) => Tool)>;

/** Quotes arguments for the way Windows programs split their command line: backslashes count only before a quote. */
export const windowsCommandLine = (command: readonly string[]) =>
  command.map((arg) => `"${arg.replace(/(\\*)"/g, '$1$1\\"').replace(/\\+$/, '$&$&')}"`).join(' ');

/** What `reg query` prints for a value: its type and data; null when there is none. */
export function readRegistryValue(output: string, name: string): { type: string; data: string } | null {
  for (const line of output.split(/\r?\n/)) {
    const [, found, type, data] = /^\s+(\S.*?)\s{4}(REG_\w+)\s{4}(.*)$/.exec(line) ?? [];
    if (found === name) return { type: type!, data: data! };
  }
  return null;
}

function windowsAutostart(command: readonly string[], run: (tool: Tool) => Promise<ToolResult>): Autostart {
  const line = windowsCommandLine(command);
  const value = async (tool: Tool) => {
    const result = await run(tool);
    return result.status === 'ended' && result.code === 0 ? readRegistryValue(result.stdout, VALUE) : null;
  };
  const must = async (tool: Tool) => {
    const result = await run(tool);
    if (result.status === 'ended' && result.code === 0) return;
    const reason =
      result.status === 'ended' ? result.stderr.trim() : result.status === 'missing' ? 'no reg.exe' : result.reason;
    throw new Error(`The registry could not be changed: ${reason}`);
  };
  const isOn = async () => {
    if ((await value(registryTools.read))?.data !== line) return false;
    const approved = await value(registryTools.readApproved);
    return approved === null || Number.parseInt(approved.data.slice(0, 2), 16) % 2 === 0;
  };
  return {
    isOn,
    async set(on) {
      if (on) {
        await must(registryTools.write(line));
        if (!(await isOn())) await must(registryTools.approve);
      } else if ((await value(registryTools.read)) !== null) await must(registryTools.remove);
    },
  };
}

async function readIfThere(file: string): Promise<string | null> {
  try {
    return (await ordinaryFileBytes(file)).toString();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw new Error(`${file} cannot be read: ${reasonOf(error)}`, { cause: error });
  }
}
