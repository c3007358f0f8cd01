import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startTied, type TiedChild } from './tied-child.ts';

export type DarktableOptions = {
  /** Size of its screen in pixels; default 1280x800. */
  screen?: string;
  /** The folder of library.db, data.db and luarc. Created if missing. */
  configDir: string;
  /** Default: `cache` beside the config folder. */
  cacheDir?: string;
  /** Written to `<configDir>/luarc` first. If omitted, an existing luarc stays and runs. */
  luarc?: string;
  /** darktable's own settings, `{ 'write_sidecar_files': 'never' }`. */
  conf?: Record<string, string>;
  /** A darktable other than the one on the PATH: a command and its first arguments, e.g. `['chroot', dir, 'darktable']`. */
  command?: [string, ...string[]];
};

/** A running darktable. */
export type RunningDarktable = {
  /** What its screen shows now, as an X window dump. */
  screen: () => Promise<Buffer>;
  /** The process id, as in library.db.lock. */
  pid: number;
  /**
   * Runs this Lua code in darktable and returns the value of its `return` as text (`nil` is an empty string). `darktable` is
   * in scope. Throws an Error with Lua's message when it fails.
   */
  lua: (code: string, options?: { timeoutMs?: number }) => Promise<string>;
  /** Asks its window's main loop a question by D-Bus and returns after how many milliseconds it answered. */
  windowAnswerMs: () => Promise<number>;
  /** Moves the pointer off the pictures, to a corner. With xdotool. */
  movePointerAway: () => Promise<void>;
  /** darktable's output so far. */
  output: () => string;
  /** Closes darktable like its window's close button and waits until it has ended. A second call does nothing. */
  quit: () => Promise<void>;
  /** Ends it like a crash: nothing is stored, library.db.lock stays. */
  kill: () => Promise<void>;
};

export type RealLibrary = {
  configDir: string;
  cacheDir: string;
  library: string;
  data: string;
  /** The pictures in order of image id: the first has id 1. */
  pictures: string[];
};

/**
 * Has the machine's real darktable make a library: imports the pictures with their sidecars into a fresh one and quits.
 *
 * `folder` holds the library (`config`) and the cache (`cache`) afterwards. `pictures` are files, or folders of which every
 * picture is taken in the order of names. `lua` runs after the import.
 *
 * If darktable crashes meanwhile, without any of our code in it (seen with 4.2.1 on a busy machine), that is reported on stderr
 * and the library is made again: tests start from it and are not about it.
 */
export async function makeRealLibrary(
  options: { folder: string; pictures: string[]; lua?: string } & Omit<DarktableOptions, 'configDir' | 'cacheDir'>,
): Promise<RealLibrary> {
  const kept = await readdir(options.folder).catch((): string[] => []);
  for (let attempt = 1; ; attempt++) {
    try {
      return await importAll(options);
    } catch (error) {
      const made = ['config', 'cache'].filter((name) => !kept.includes(name));
      if (!(error instanceof DarktableEnded) || made.length < 2 || attempt === 3) throw error;
      console.error(`The library is made anew: ${error.message}`);
      for (const name of made) await rm(path.join(options.folder, name), { recursive: true, force: true });
    }
  }
}

/** darktable ended while a command was running. */
export class DarktableEnded extends Error {}

/** How darktable ended, its output, and the stacks of its threads if it crashed and gdb is installed. */
async function lastWords(darktable: TiedChild): Promise<string> {
  const output = darktable.output();
  const [, backtrace] = /backtrace written to (\S+)/.exec(output) ?? [];
  const stacks = backtrace === undefined ? '' : await readFile(backtrace, 'utf8').catch(String);
  return `darktable ended too early (${darktable.ending()})\n${output}${stacks}`;
}

async function importAll({
  folder,
  pictures,
  lua,
  conf,
  ...options
}: { folder: string; pictures: string[]; lua?: string } & Omit<
  DarktableOptions,
  'configDir' | 'cacheDir'
>): Promise<RealLibrary> {
  const configDir = path.join(folder, 'config');
  const cacheDir = path.join(folder, 'cache');
  const files = (await Promise.all(pictures.map(picturesAt))).flat();
  await withDarktable({ ...options, configDir, cacheDir, conf: { ...takeAllTexts, ...conf } }, async (darktable) => {
    for (const file of files) {
      // A thumbnail makes darktable complete the image's history with its default steps: now, not at some later moment.
      await darktable.lua(`darktable.database.import(${luaString(file)}):generate_cache(true, 0, 0)`);
    }
    const imported = Number(await darktable.lua('return #darktable.database'));
    if (imported !== files.length) {
      throw new Error(`darktable imported ${imported} of ${files.length} pictures\n${darktable.output()}`);
    }
    if (lua !== undefined) await darktable.lua(lua);
  });
  return {
    configDir,
    cacheDir,
    library: path.join(configDir, 'library.db'),
    data: path.join(configDir, 'data.db'),
    pictures: files,
  };
}

/** Makes darktable read every text of a sidecar: a fresh 5.4.1 leaves them out unless these bits (4: import it) are set. */
const takeAllTexts = Object.fromEntries(
  ['creator', 'publisher', 'title', 'description', 'rights', 'notes'].map((text) => [
    `plugins/lighttable/metadata/${text}_flag`,
    '4',
  ]),
);

/** Keeps a real darktable running while `use` runs. All processes are ended in any case. */
export async function withDarktable<T>(
  options: DarktableOptions,
  use: (darktable: RunningDarktable) => Promise<T>,
): Promise<T> {
  await using darktable = await startDarktable(options);
  const result = await use(darktable);
  await darktable.quit();
  return result;
}

/**
 * Starts a real darktable on its own X server and session bus and returns when its window is open and Lua answers.
 * The caller ends it with `quit`, `kill` or `await using`. If this process dies, the kernel ends darktable too.
 */
export async function startDarktable(options: DarktableOptions): Promise<RunningDarktable & AsyncDisposable> {
  const { configDir, cacheDir = path.join(path.dirname(configDir), 'cache'), command = ['darktable'] } = options;
  const work = await mkdtemp(path.join(tmpdir(), 'safelight-darktable-'));
  const children: TiedChild[] = [];
  let closed = false;
  const close = async () => {
    if (closed) return;
    closed = true;
    for (const child of children.toReversed()) await child.end();
    await rm(work, { recursive: true, force: true });
  };
  try {
    await Promise.all([configDir, cacheDir].map((folder) => mkdir(folder, { recursive: true })));
    await Promise.all(['run', 'tmp', 'home'].map((name) => mkdir(path.join(work, name), { mode: 0o700 })));
    if (options.luarc !== undefined) await writeFile(path.join(configDir, 'luarc'), options.luarc);
    await writeFile(path.join(work, 'driver.lua'), driver(work));
    await writeFile(path.join(work, 'bus.conf'), busConfiguration(path.join(work, 'run', 'bus')));

    const screen = startTied(children, 'Xvfb', [
      '-displayfd',
      '1',
      '-screen',
      '0',
      `${options.screen ?? '1280x800'}x24`,
      '-nolisten',
      'tcp',
      '-fbdir',
      path.join(work, 'run'),
    ]);
    const bus = startTied(children, 'dbus-daemon', [`--config-file=${work}/bus.conf`, '--nofork', '--print-address=1']);
    const environment = {
      PATH: process.env.PATH,
      LANG: 'C.UTF-8',
      TZ: 'UTC',
      HOME: path.join(work, 'home'),
      // When it crashes, it writes the stacks of its threads here.
      TMPDIR: path.join(work, 'tmp'),
      XDG_RUNTIME_DIR: path.join(work, 'run'),
      DISPLAY: `:${await screen.firstLine()}`,
      DBUS_SESSION_BUS_ADDRESS: await bus.firstLine(),
      GDK_BACKEND: 'x11',
      GSETTINGS_BACKEND: 'memory',
      GIO_USE_VFS: 'local',
      NO_AT_BRIDGE: '1',
      // Several run beside each other: none is to compute while it waits.
      OMP_WAIT_POLICY: 'passive',
      // 5.0.1 leaves parts of a picture black with fewer threads than cores (seen with it alone).
      ...(options.command === undefined ? { OMP_NUM_THREADS: '2' } : {}),
    };
    const conf = Object.entries(options.conf ?? {}).flatMap(([key, value]) => ['--conf', `${key}=${value}`]);
    const [program, ...first] = command;
    const launch = () =>
      startTied(
        children,
        program,
        [
          ...first,
          '--configdir',
          configDir,
          '--cachedir',
          cacheDir,
          '--tmpdir',
          path.join(work, 'tmp'),
          '--disable-opencl',
          '--luacmd',
          `dofile(${luaString(path.join(work, 'driver.lua'))})`,
          ...conf,
        ],
        environment,
      );
    const darktable = await untilItStands(launch, path.join(work, 'ready'));
    let commands = 0;
    const lua = async (code: string, { timeoutMs = 60_000 } = {}) => {
      const name = path.join(work, `command-${++commands}`);
      await writeFile(`${name}.tmp`, code);
      await rename(`${name}.tmp`, `${name}.lua`);
      const answer = await waitForFile(`${name}.answer`, darktable, timeoutMs);
      if (answer.startsWith('error')) throw new Error(answer.slice('error'.length));
      return answer.slice('ok'.length);
    };
    const service = ['--dest=org.darktable.service', '/darktable'];
    const windowAnswerMs = async () => {
      const begin = performance.now();
      const property = ['string:org.darktable.service.Remote', 'string:DataDir'];
      const question = ['org.freedesktop.DBus.Properties.Get', ...property];
      const asked = startTied([], 'dbus-send', ['--session', '--print-reply', ...service, ...question], environment);
      await asked.ended(60_000);
      return performance.now() - begin;
    };
    const movePointerAway = async () => {
      await startTied([], 'xdotool', ['mousemove', '0', '0'], environment).ended(10_000);
    };
    const quit = async () => {
      if (darktable.hasEnded()) return close();
      const target = [...service, 'org.darktable.service.Remote.Quit'];
      const send = startTied(children, 'dbus-send', ['--session', '--print-reply', ...target], environment);
      await send.ended(10_000);
      const ended = await darktable.ended(30_000);
      const output = darktable.output();
      await close();
      if (!ended) throw new Error(`darktable did not quit within 30 s\n${output}${send.output()}`);
    };
    return {
      pid: darktable.pid,
      lua,
      windowAnswerMs,
      movePointerAway,
      quit,
      kill: close,
      screen: () => readFile(path.join(work, 'run', 'Xvfb_screen0')),
      output: darktable.output,
      [Symbol.asyncDispose]: close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/**
 * Starts darktable until its Lua reports that it is ready. On a busy machine 4.2.1 deadlocks in about one of 30 starts: its own
 * luarc registers a preference, and before the main loop runs, that thread waits for itself (seen in the stacks of its
 * threads). Such a darktable is ended and started again. So is one that ends by itself while it starts, which is reported on stderr:
 * it crashes at times, and gives up when it meets the library locked for the milliseconds of a write.
 */
async function untilItStands(launch: () => TiedChild, ready: string): Promise<TiedChild> {
  for (let attempt = 1, ends = 0; ; attempt++) {
    const darktable = launch();
    try {
      if (await standsUp(darktable, ready)) return darktable;
    } catch (error) {
      if (!(error instanceof DarktableEnded) || ++ends === 3) throw error;
      console.error(`darktable is started anew: ${error.message}`);
    }
    await darktable.end();
    if (attempt === 8)
      throw new Error(`darktable stands still, or asks something that nobody answers\n${darktable.output()}`);
  }
}

/** Whether it got ready; false if it deadlocked. A slow start uses CPU, a deadlock does not. */
async function standsUp(darktable: TiedChild, ready: string): Promise<boolean> {
  const patienceMs = 4000;
  let [movedAt, ticks] = [Date.now(), 0];
  while (!existsSync(ready)) {
    if (darktable.hasEnded()) throw new DarktableEnded(await lastWords(darktable));
    const now = await cpuTicks(darktable.pid);
    if (now > ticks + 2) [movedAt, ticks] = [Date.now(), now];
    if (Date.now() - movedAt > patienceMs) return false;
    await sleep(20);
  }
  return true;
}

/** User and system time of a process in hundredths of a second; 0 when it is gone. */
async function cpuTicks(pid: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return Number(fields[11] ?? 0) + Number(fields[12] ?? 0);
}

/** The content of a file that another process creates by renaming, as soon as it exists. */
async function waitForFile(file: string, writer: TiedChild, timeoutMs: number): Promise<string> {
  const deadline = Date.now() + timeoutMs;
  for (;;) {
    const ended = writer.hasEnded();
    if (existsSync(file)) return readFile(file, 'utf8');
    if (ended) throw new DarktableEnded(await lastWords(writer));
    if (Date.now() > deadline) throw new Error(`darktable did not answer within ${timeoutMs} ms\n${writer.output()}`);
    await sleep(15);
  }
}

const pictureTypes = new Set(['.jpg', '.jpeg', '.png', '.dng', '.tif', '.tiff']);

async function picturesAt(place: string): Promise<string[]> {
  const found = await stat(place).catch(() => undefined);
  if (found?.isDirectory() !== true) return [place];
  const names = (await readdir(place)).sort();
  return names
    .filter((name) => pictureTypes.has(path.extname(name).toLowerCase()))
    .map((name) => path.join(place, name));
}

/** A Lua string literal: JSON's escapes of printable text are Lua's too; the rest goes by decimal byte. */
export function luaString(text: string): string {
  const bytes = [...Buffer.from(text, 'utf8')];
  const safe = (byte: number) => byte >= 0x20 && byte < 0x7f && byte !== 0x22 && byte !== 0x5c;
  return `"${bytes.map((byte) => (safe(byte) ? String.fromCharCode(byte) : `\\${String(byte).padStart(3, '0')}`)).join('')}"`;
}

/** Runs command-1.lua, command-2.lua … as they appear in the work folder, and writes command-N.answer for each. */
const driver = (work: string) => `
local darktable = require "darktable"
local work = ${luaString(work)}
local function put(name, text)
  local file = assert(io.open(name .. ".tmp", "w"))
  file:write(text)
  file:close()
  os.rename(name .. ".tmp", name)
end
darktable.control.dispatch(function()
  put(work .. "/ready", "")
  local number = 1
  while not darktable.control.ending do
    local name = work .. "/command-" .. number
    local file = io.open(name .. ".lua", "r")
    if file then
      local code = file:read("*a")
      file:close()
      number = number + 1
      local environment = setmetatable({ darktable = darktable }, { __index = _G })
      local fine, result = false, nil
      local chunk, mistake = load(code, "command", "t", environment)
      if chunk then fine, result = pcall(chunk) else result = mistake end
      put(name .. ".answer", (fine and "ok" or "error") .. (result == nil and "" or tostring(result)))
    else
      darktable.control.sleep(20)
    end
  end
end)
`;

/** A bus that starts no services: desktop helpers would outlive the test. */
const busConfiguration = (socket: string) => `
<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
 "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig>
  <type>session</type>
  <listen>unix:path=${socket}</listen>
  <auth>EXTERNAL</auth>
  <policy context="default">
    <allow send_destination="*" eavesdrop="true"/>
    <allow eavesdrop="true"/>
    <allow own="*"/>
  </policy>
</busconfig>
`;
