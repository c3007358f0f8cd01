import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { startApp as startProgram } from '../app/start.ts';
import { readEnvironment } from '../platform/environment.ts';
import { createLog, silentLog } from '../platform/log.ts';
import { startApp } from '../testing/start-app.ts';
import { closeToOthers, openToOthers } from './data-dir-privacy.ts';
import { claimDataDir } from './instance.ts';

/** A data folder as an older version, or a copy of one, left it. */
function open() {
  const home = mkdtempSync(join(tmpdir(), 'safelight-privacy-'));
  onTestFinished(() => rmSync(home, { recursive: true, force: true }));
  const dataDir = join(home, 'data');
  mkdirSync(join(dataDir, 'previews'), { recursive: true });
  for (const name of ['settings.json', 'signing.key', 'journal.db', 'index.db-wal', 'server.json'])
    writeFileSync(join(dataDir, name), '');
  for (const name of ['settings.json', 'signing.key', 'journal.db', 'index.db-wal', 'server.json'])
    chmodSync(join(dataDir, name), 0o644);
  for (const name of ['.', 'previews']) chmodSync(join(dataDir, name), 0o755);
  const file = join(home, 'log');
  return { home, dataDir, log: createLog('info', { destination: file }), said: () => readFileSync(file, 'utf8') };
}
const mode = (...path: string[]) => (statSync(join(...path)).mode & 0o777).toString(8);

test('what others could read is for its owner alone after the start, and that is said', () => {
  const { dataDir, log, said } = open();
  expect(openToOthers(dataDir)).toEqual(expect.arrayContaining(['.', 'settings.json', 'journal.db', 'previews']));
  closeToOthers(dataDir, log);
  expect([mode(dataDir), mode(dataDir, 'previews')]).toEqual(['700', '700']);
  for (const name of ['settings.json', 'signing.key', 'journal.db', 'index.db-wal', 'server.json'])
    expect([name, mode(dataDir, name)]).toEqual([name, '600']);
  expect(openToOthers(dataDir)).toEqual([]);
  expect(said()).toMatch(
    /Other users could read parts of .*Only you can read them now.*"the folder itself",.*"settings\.json"/,
  );
});

test('a folder that holds other things too keeps its rights; what is ours in it does not', () => {
  const { dataDir, log } = open();
  writeFileSync(join(dataDir, 'letter.odt'), '');
  chmodSync(join(dataDir, 'letter.odt'), 0o644);
  closeToOthers(dataDir, log);
  expect([mode(dataDir), mode(dataDir, 'letter.odt')]).toEqual(['755', '644']);
  expect([mode(dataDir, 'settings.json'), mode(dataDir, 'previews')]).toEqual(['600', '700']);
});

test('where a link leads is not ours to change', () => {
  const { home, dataDir, log } = open();
  mkdirSync(join(home, 'album'));
  chmodSync(join(home, 'album'), 0o755);
  symlinkSync(join(home, 'album'), join(dataDir, 'exports'));
  closeToOthers(dataDir, log);
  expect(mode(home, 'album')).toBe('755');
});

test('a folder that Safelight has not used yet keeps its rights, as does what is in it', () => {
  const { home, log } = open();
  const shared = join(home, 'shared');
  mkdirSync(join(shared, 'exports'), { recursive: true });
  for (const name of ['.', 'exports']) chmodSync(join(shared, name), 0o755);
  closeToOthers(shared, log);
  expect([mode(shared), mode(shared, 'exports')]).toEqual(['755', '755']);
});

test('a folder of everybody, like /tmp, stays so with nothing else in it', () => {
  const { dataDir, log } = open();
  chmodSync(dataDir, 0o1777);
  closeToOthers(dataDir, log);
  expect([mode(dataDir), mode(dataDir, 'settings.json'), mode(dataDir, 'previews')]).toEqual(['777', '600', '700']);
});

/** All that others could look into. */
const openIn = (dataDir: string) =>
  readdirSync(dataDir)
    .filter((name) => (statSync(join(dataDir, name)).mode & 0o077) !== 0)
    .sort();

test('a first start in an empty folder takes it for itself', async () => {
  const { dataDir } = await startApp({ dataDirBefore: {} });
  expect(mode(dataDir)).toBe('700');
  expect(openIn(dataDir)).toEqual([]);
});

test('a first start in a folder that holds other things makes nothing there that others can read', async () => {
  const { dataDir, app, get } = await startApp({ dataDirBefore: { 'letter.odt': 'Dear Ada' }, library: 3 });
  await get('/api/v1/images');
  expect(app.services.changes.modules.list(1, { limit: 1, offset: 0 }).total).toBe(0);
  await app.services.queues.refresh.append(1);
  expect(mode(dataDir)).toBe('755');
  expect(openIn(dataDir)).toEqual(['letter.odt']);
  const made = ['index.db', 'index.db-wal', 'journal.db', 'previews', 'exports', 'queues', 'instance.lock'];
  expect(readdirSync(dataDir)).toEqual(expect.arrayContaining(made));
});

test.each([
  ['an index.db', ['index.db']],
  ['journals and notes', ['journal.db', 'library.json']],
  ['folders of such names beside other things', ['exports/', 'previews/', 'letter.odt']],
])('a folder of somebody with %s is refused and stays as it is', (_name, names) => {
  const dataDir = mkdtempSync(join(tmpdir(), 'safelight-somebody-'));
  onTestFinished(() => rmSync(dataDir, { recursive: true, force: true }));
  for (const name of names) {
    if (name.endsWith('/')) mkdirSync(join(dataDir, name));
    else writeFileSync(join(dataDir, name), 'mine');
    chmodSync(join(dataDir, name), 0o755);
  }
  chmodSync(dataDir, 0o755);
  const before = readdirSync(dataDir);
  expect(() => claimDataDir(dataDir, silentLog())).toThrow(/no Safelight has used it yet.*another one with --data-dir/);
  expect(readdirSync(dataDir)).toEqual(before);
  expect(openIn(dataDir)).toEqual(before);
  // What a Safelight has used is its own.
  writeFileSync(join(dataDir, 'instance.lock'), '');
  claimDataDir(dataDir, silentLog()).release();
});

test('the program does so when it starts', async () => {
  const before = await startApp();
  await before.stop();
  for (const name of ['.', 'journal.db', 'previews']) chmodSync(join(before.dataDir, name), 0o755);
  const app = await startProgram({
    dataDir: before.dataDir,
    library: before.library.file,
    port: 0,
    environment: readEnvironment({ HOME: before.folder }),
    log: silentLog(),
  });
  onTestFinished(() => app.stop());
  expect(['.', 'journal.db', 'previews'].map((name) => mode(before.dataDir, name))).toEqual(['700', '600', '700']);
});
