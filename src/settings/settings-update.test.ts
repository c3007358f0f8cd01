import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { Events } from '../platform/events.ts';
import { silentLog } from '../platform/log.ts';
import { openSettings } from './settings-store.ts';

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'safelight-update-'));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}
const open = (dataDir = folder()) => {
  const events = new Events();
  const told: string[][] = [];
  events.on('settings.changed', ({ keys }) => told.push(keys));
  return { settings: openSettings({ dataDir, log: silentLog(), events }), told, dataDir };
};

test('checks are asked before anything is stored; each complaint stands at its field', async () => {
  const { settings, told } = open();
  settings.addCheck(({ after, keys }) => (keys.has('port') && after.port === 81 ? { port: 'Port 81 is taken.' } : {}));
  settings.addCheck(async ({ after }) => {
    await turn();
    return after.library === '/gone' ? { library: 'There is no library at /gone.' } : {};
  });
  await expect(settings.update({ port: 81, library: '/gone', theme: 'dark' })).rejects.toMatchObject({
    code: 'invalid_settings',
    fields: { port: 'Port 81 is taken.', library: 'There is no library at /gone.' },
  });
  expect(settings.get()).toMatchObject({ port: 4380, library: null, theme: 'system' });
  expect(told).toEqual([]);
  await settings.update({ port: 82 });
  expect(told).toEqual([['port']]);
});

test('followers see before and after; what they cannot follow is said; it is told when they are done', async () => {
  const { settings, told } = open();
  const seen: unknown[] = [];
  settings.addFollower(async ({ before, after, keys }) => {
    await turn();
    seen.push([before.port, after.port, [...keys], told.length]);
    return ['port'];
  });
  expect(await settings.update({ port: 5000, theme: 'dark' })).toMatchObject({ restartNeeded: ['port'] });
  expect(seen).toEqual([[4380, 5000, ['port', 'theme'], 0]]);
  expect(told).toHaveLength(1);
  expect(await settings.update({ port: 5000 })).toMatchObject({ keys: [], restartNeeded: [] });
  expect(seen).toHaveLength(1);
});

test('of many changes at once none is lost, and none overtakes another', async () => {
  const { settings, dataDir } = open();
  const order: number[] = [];
  settings.addFollower(async ({ after }) => {
    for (let turns = Math.random() * 3; turns > 0; turns--) await turn();
    order.push(after.previewQuality);
    return [];
  });
  const hosts = Array.from({ length: 20 }, (_, at) => `host-${at}`);
  await Promise.all(
    hosts.map((_, at) => settings.update({ previewQuality: at + 1, [at % 2 ? 'port' : 'exportQuality']: at + 1 })),
  );
  settings.change({ clients: [] });
  expect(order).toEqual(hosts.map((_, at) => at + 1));
  expect(openSettings({ dataDir, log: silentLog() }).get()).toMatchObject({
    previewQuality: 20,
    port: 20,
    exportQuality: 19,
  });
});

test('electron-store reads what we write and writes what we read: it is the same file', async () => {
  // Past the bundler of the test runner, which resolves modules in its own way.
  const script = `
    import Store from 'electron-store';
    const store = new Store({ cwd: process.argv[1], name: 'settings' });
    console.log(JSON.stringify(store.store));
    store.set('port', 5001);
    store.set('allowedHosts', ['from-electron']);`;
  const { settings, dataDir } = open();
  await settings.update({ port: 5000, library: '/photos/library.db', allowedHosts: ['nas'], lan: true });
  const hook = `data:text/javascript,${encodeURIComponent(`
    import { registerHooks } from 'node:module';
    registerHooks({ resolve: (specifier, context, next) => specifier === 'electron'
      ? { url: 'data:text/javascript,export default {}', shortCircuit: true } : next(specifier, context) });`)}`;
  const child = spawn(process.execPath, ['--import', hook, '--input-type=module', '-e', script, dataDir], {
    cwd: import.meta.dirname,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let printed = '';
  child.stdout.on('data', (chunk: Buffer) => (printed += chunk.toString()));
  expect((await once(child, 'close'))[0]).toBe(0);
  expect(JSON.parse(printed)).toEqual({
    port: 5000,
    library: '/photos/library.db',
    allowedHosts: ['nas'],
    lan: true,
    settingsVersion: 2,
  });
  const again = openSettings({ dataDir, log: silentLog() });
  expect(again.get()).toMatchObject({
    port: 5001,
    library: '/photos/library.db',
    allowedHosts: ['from-electron'],
    lan: true,
  });
  expect(again.notice).toBeNull();
});

test(
  'killed with -9 while it writes: the old settings or the new ones, never half of them',
  { timeout: 90_000 },
  async () => {
    const dataDir = folder();
    const program = join(dataDir, 'write.ts');
    const store = join(import.meta.dirname, 'settings-store.ts');
    const log = join(import.meta.dirname, '..', 'platform', 'log.ts');
    writeFileSync(
      program,
      `import { openSettings } from ${JSON.stringify(store)};
     import { silentLog } from ${JSON.stringify(log)};
     const settings = openSettings({ dataDir: process.argv[2], log: silentLog() });
     // Two settings that always agree, and enough of a file that writing it takes more than one block.
     for (let n = 1; ; n++) {
       settings.change({ previewQuality: n % 100 + 1, exportQuality: n % 100 + 1, allowedHosts: Array(100).fill('h' + (n % 10) + 'x'.repeat(200)) });
       process.stdout.write('.');
     }`,
    );
    const at = join(dataDir, 'data');
    for (let round = 0; round < 12; round++) {
      const child = spawn(process.execPath, [program, at], { stdio: ['ignore', 'pipe', 'inherit'] });
      for (let writes = 0; writes <= 5 * round;) writes += String(await once(child.stdout, 'data')).length;
      child.kill('SIGKILL');
      await once(child, 'close');
      const stored = JSON.parse(readFileSync(join(at, 'settings.json'), 'utf8')) as Record<string, unknown>;
      expect(stored.previewQuality).toBe(stored.exportQuality);
      expect(stored.allowedHosts).toHaveLength(100);
      expect(openSettings({ dataDir: at, log: silentLog() }).notice).toBeNull();
    }
    expect(readdirSync(at).filter((name) => name.includes('corrupt'))).toEqual([]);
  },
);
