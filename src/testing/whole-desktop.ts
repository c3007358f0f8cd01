import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { vi } from 'vitest';
import { compileCache } from './compile-cache.ts';
import { startDesktopSession, type DesktopSession } from './desktop-session.ts';
import { makeLibrary } from './library-fixture.ts';
import { listeningUrl } from './listening-url.ts';
import { main } from './main-program.ts';
import { startNotificationHost } from './notification-host.ts';
import { startTrayHost } from './status-notifier-host.ts';

/** A screen, a session bus, a panel and a notification daemon that the test can observe. Safelight is started there from a home folder. */
export async function startWholeDesktop() {
  const session = await startDesktopSession();
  const [panel, messages] = await Promise.all([startTrayHost(session.bus), startNotificationHost(session.bus)]);
  return {
    panel,
    messages,
    makeHome: () => makeHome(session),
    stop: async () => {
      await Promise.all([panel.close(), messages.close()]);
      await session.stop();
    },
  };
}
export type WholeDesktop = Awaited<ReturnType<typeof startWholeDesktop>>;

/** A home folder whose browser, picture viewer and file dialog record their arguments. */
function makeHome(session: DesktopSession) {
  const home = mkdtempSync(join(tmpdir(), 'safelight-start-'));
  const opened = join(home, 'opened');
  const answer = join(home, 'answer');
  const bin = join(home, 'bin');
  const applications = join(home, '.local', 'share', 'applications');
  for (const folder of [bin, applications, join(home, '.config')]) mkdirSync(folder, { recursive: true });
  const script = (name: string, text: string) => {
    writeFileSync(join(bin, name), `#!/bin/sh\n${text}\n`, { mode: 0o755 });
    return join(bin, name);
  };
  const opener = script('open-it', `printf '%s\\n' "$1" >> '${opened}'`);
  // Without an answer it acts like Escape.
  script('zenity', `cat '${answer}' 2>/dev/null`);
  const types = ['x-scheme-handler/http', 'image/jpeg', 'inode/directory'];
  writeFileSync(
    join(applications, 'opener.desktop'),
    `[Desktop Entry]\nType=Application\nName=Opener\nExec=${opener} %u\nMimeType=${types.join(';')};\n`,
  );
  writeFileSync(
    join(home, '.config', 'mimeapps.list'),
    `[Default Applications]\n${types.map((type) => `${type}=opener.desktop`).join('\n')}\n`,
  );
  const library = makeLibrary({ folder: join(home, 'darktable'), images: [{ id: 1, filename: 'one.raf' }, { id: 2 }] });
  return {
    home,
    library: library.file,
    dataDir: join(home, 'data'),
    /** What was opened so far. */
    opened: () => (existsSync(opened) ? readFileSync(opened, 'utf8').trim().split('\n') : []),
    /** Sets what the next file dialogs answer. */
    choose: (path: string) => writeFileSync(answer, `${path}\n`),
    env: { ...session.env, ...compileCache, HOME: home, PATH: `${bin}:/usr/bin:/bin` } as NodeJS.ProcessEnv,
    remove: () => rmSync(home, { recursive: true, force: true, maxRetries: 3 }),
  };
}
export type Home = ReturnType<typeof makeHome>;

/** Runs Safelight with the folders of `home`, on a free port. */
export function runProgram(home: Home, args: readonly string[] = [], env: NodeJS.ProcessEnv = home.env) {
  const own = ['--data-dir', home.dataDir, '--library', home.library];
  const child: ChildProcess = spawn(process.execPath, [main, ...args, ...own, '--port', '0'], { env, cwd: home.home });
  const said = { stdout: '', stderr: '' };
  child.stdout!.on('data', (text: Buffer) => (said.stdout += text.toString()));
  child.stderr!.on('data', (text: Buffer) => (said.stderr += text.toString()));
  const ended = once(child, 'close').then(([code]) => code as number | null);
  return {
    child,
    said,
    url: listeningUrl(child),
    ended,
    end: async () => {
      child.kill('SIGKILL');
      await ended;
    },
  };
}

export const childrenOf = (pid: number): number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean).map(Number);
/** The process that shows the icon. */
export const trayOf = (pid: number) =>
  childrenOf(pid).find((child) => readFileSync(`/proc/${child}/cmdline`, 'utf8').startsWith('Safelight'));

export const soon = <T>(look: () => T | Promise<T>) => vi.waitFor(look, { interval: 50 });
