/** A Windows of Wine's making on a screen of this computer, and where Safelight is in it. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect } from 'vitest';
import { madePackages, programName } from '../made-packages.ts';
import { windowsTarget } from '../targets.ts';
import { startWine, type WineMachine } from './wine-machine.ts';

export const installer = join(madePackages, `${programName(windowsTarget)}.exe`);

export type SafelightOnWine = AsyncDisposable & {
  wine: WineMachine;
  /** The X server that shows its windows. */
  display: string;
  /** The folders of the program, of the data and of the Start menu, as this computer sees them. */
  program: string;
  data: string;
  startMenu: string;
  /** Where the Safelight that runs now answers. */
  servedAt(): Promise<string>;
};

export async function startSafelightOnWine(): Promise<SafelightOnWine> {
  const screen: ChildProcess = spawn('Xvfb', ['-displayfd', '1', '-screen', '0', '1280x800x24'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const [line] = (await once(screen.stdout!, 'data')) as [Buffer];
  const display = `:${line.toString().trim()}`;
  const wine = await startWine(display);
  const home = join(wine.driveC, 'users', 'root');
  const data = join(home, 'AppData/Local/Safelight');
  return {
    wine,
    display,
    data,
    program: join(home, 'AppData/Local/Programs/Safelight'),
    startMenu: join(home, 'AppData/Roaming/Microsoft/Windows/Start Menu/Programs'),
    async servedAt() {
      const file = join(data, 'server.json');
      await expect.poll(() => existsSync(file) && readFileSync(file, 'utf8'), { timeout: 60_000 }).toContain('http');
      const { url } = JSON.parse(readFileSync(file, 'utf8')) as { url: string };
      await expect.poll(() => answers(url), { timeout: 60_000 }).toBe(200);
      return url;
    },
    async [Symbol.asyncDispose]() {
      await wine[Symbol.asyncDispose]();
      screen.kill();
    },
  };
}

/** The status of its health; null: nobody answers. */
export const answers = async (url: string): Promise<number | null> =>
  (await fetch(`${url}/health`).catch(() => null))?.status ?? null;
