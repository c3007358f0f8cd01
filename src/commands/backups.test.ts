import Database from 'better-sqlite3';
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { backupOfToday } from '../library/backup.ts';
import { LibraryFiles } from '../library/lock-free.ts';
import { compileCache } from '../testing/compile-cache.ts';
import { makeLibrary } from '../testing/library-fixture.ts';
import { listeningUrl } from '../testing/listening-url.ts';
import { standInDarktable } from '../testing/stand-in-darktable.ts';
import { main } from '../testing/main-program.ts';

describe.each([
  ['with no server', false],
  ['through a server that runs', true],
])('%s', (_title, isRunning) => {
  test('backups are listed and restored, while darktable is closed', { timeout: 60_000 }, async () => {
    const home = mkdtempSync(join(tmpdir(), 'safelight-backups-cli-'));
    onTestFinished(() => rmSync(home, { recursive: true, force: true }));
    const { file, data, change } = makeLibrary({ folder: join(home, 'darktable'), images: [{ stars: 2 }] });
    const files = new LibraryFiles(file, data);
    await backupOfToday(files, new Date(2026, 2, 9));
    files.close();
    change('UPDATE images SET flags = flags | 7');
    const env = { PATH: '', HOME: home, ...compileCache };
    const shared = ['--data-dir', join(home, 'data'), '--library', file];
    const run = (...args: string[]) =>
      new Promise<{ code: number; stdout: string; stderr: string }>((resolve) => {
        execFile(process.execPath, [main, 'backups', ...args, ...shared], { env }, (error, stdout, stderr) =>
          resolve({ code: error ? (error.code as number) : 0, stdout, stderr }),
        );
      });
    if (isRunning) {
      const server = spawn(process.execPath, [main, 'serve', ...shared, '--port', '0'], { env });
      onTestFinished(async () => {
        server.kill('SIGKILL');
        await once(server, 'exit');
      });
      await listeningUrl(server);
    }
    const stars = () => {
      const library = new Database(file, { readonly: true });
      const flags = library.prepare('SELECT flags & 7 FROM images').pluck().get();
      library.close();
      return flags;
    };

    expect((await run('list')).stdout).toMatch(/2026-03-09 +\d+\.\d MB +before the first change of that day/);
    const darktable = await standInDarktable(home, file);
    const refused = await run('restore', '2026-03-09');
    expect(refused).toMatchObject({ code: 1, stderr: expect.stringMatching(/has this library open/) as string });
    expect(stars()).toBe(7);
    await darktable.end();
    expect((await run('restore', '2026-03-09')).stdout).toMatch(/is now what it was before the first change/);
    expect(stars()).toBe(2);
    expect((await run('list', '--json')).stdout).toContain(`${dirname(file)}/library.db-safelight-2026-03-09/data.db`);
    expect((await run('restore', '2020-01-01')).stderr).toMatch(/There is no backup 2020-01-01/);
  });
});
