/** A Windows of Wine's making, in a clean Debian 13 (the Wine of Debian 12 cannot run Node 26). */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { apart, debianSystem, inSystem } from '../../../test/chroots/debian-system.ts';
import type { Ended } from '../../../test/machines/clean-machine.ts';

export type WineMachine = AsyncDisposable & {
  /** Drive C, as this computer sees it. */
  driveC: string;
  /** Runs a shell command of the Debian; `wine PROGRAM` runs one of Windows. */
  run(command: string): Promise<Ended>;
  /** The same for a command that keeps running, and the file with what it says. */
  start(command: string): { child: ChildProcess; said: () => string };
};

/** `display` is that of an X server of this computer. */
export async function startWine(display: string): Promise<WineMachine> {
  const system = debianSystem('windows-trixie', { suite: 'trixie', packages: ['wine', 'wine64'] });
  const home = mkdtempSync(join(tmpdir(), 'safelight-wine-'));
  // Its mounts are those of its processes.
  const [command, ...args] = [...apart, ...inSystem(system).slice(-2)] as const;
  const machine = spawn(command, [...args, 'sh', '-c', 'echo up; exec cat'], { stdio: ['pipe', 'pipe', 'inherit'] });
  const ended = once(machine, 'exit');
  await once(machine.stdout, 'data');

  const settings = {
    PATH: '/usr/bin:/bin',
    HOME: home,
    WINEPREFIX: join(home, 'prefix'),
    DISPLAY: display,
    LC_ALL: 'C.UTF-8',
    // Neither .NET nor a browser of Wine's own.
    WINEDEBUG: '-all',
    WINEDLLOVERRIDES: 'mscoree=d;mshtml=d',
  };
  const namespaces = `/proc/${machine.pid!}/ns`;
  let runs = 0;
  /** What it prints goes into files: Windows' Node cannot write into pipes of Linux. */
  const start = (typed: string) => {
    const [out, err] = [join(home, `${++runs}.out`), join(home, `${runs}.err`)];
    const files = [out, err].map((file) => openSync(file, 'w'));
    const inside = ['nsenter', `--mount=${namespaces}/mnt`, `--pid=${namespaces}/pid_for_children`, 'chroot', system];
    const set = Object.entries(settings).map(([name, value]) => `${name}=${value}`);
    const [enter, ...rest] = [...inside, 'env', '-i', ...set, 'sh', '-c', typed] as const;
    const child = spawn(enter, rest, { stdio: ['ignore', files[0]!, files[1]!] });
    for (const file of files) closeSync(file);
    return { child, out: () => readFileSync(out, 'utf8'), err: () => readFileSync(err, 'utf8') };
  };
  const run = async (typed: string): Promise<Ended> => {
    const { child, out, err } = start(typed);
    const [code] = (await once(child, 'exit')) as [number | null];
    return { code, stdout: out().replaceAll('\r\n', '\n'), stderr: err() };
  };
  await run('wineboot --init');
  return {
    driveC: join(home, 'prefix', 'drive_c'),
    run,
    start(typed) {
      const { child, out, err } = start(typed);
      return { child, said: () => out() + err() };
    },
    async [Symbol.asyncDispose]() {
      machine.stdin.end();
      await ended;
      rmSync(home, { recursive: true, force: true });
    },
  };
}
