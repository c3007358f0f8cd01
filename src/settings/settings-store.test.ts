import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { PublicSettings } from '../contract/settings.ts';
import { Events } from '../platform/events.ts';
import { silentLog } from '../platform/log.ts';
import { openSettings, peekSettings, type SettingsPatch } from './settings-store.ts';

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'safelight-settings-'));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}
const open = (dataDir: string, events?: Events) =>
  openSettings({ dataDir, log: silentLog(), ...(events ? { events } : {}) });
/** Windows has no such bits: everything is 666 there. */
const FOR_OWNER_ALONE = process.platform === 'win32' ? 0o666 : 0o600;

test('a first start has the defaults and writes nothing', () => {
  const dataDir = folder();
  const settings = open(dataDir);
  expect(settings.get()).toEqual({ ...PublicSettings.parse({}), clients: [] });
  expect(settings.get()).toMatchObject({ port: 4380, host: null, lan: false, readOnly: false, library: null });
  expect(settings.notice).toBeNull();
  expect(readdirSync(dataDir)).toEqual([]);
});

test('a change is there at once, after the next start, in a file for its owner alone, and told', () => {
  const dataDir = join(folder(), 'not', 'there', 'yet');
  const events = new Events();
  const told: string[][] = [];
  events.on('settings.changed', ({ keys }) => told.push(keys));
  const settings = open(dataDir, events);
  settings.change({ port: 5000, library: '/photos/library.db', host: undefined });
  expect(settings.get()).toMatchObject({ port: 5000, library: '/photos/library.db', host: null });
  expect(open(dataDir).get()).toMatchObject({ port: 5000, library: '/photos/library.db' });
  expect(statSync(settings.file).mode & 0o777).toBe(FOR_OWNER_ALONE);
  settings.change({ port: 5000 });
  expect(told).toEqual([['library', 'port']]);
});

test('a default is chosen once somebody names it or it is kept, also for the next start; brought back, it is not', async () => {
  const dataDir = folder();
  const events = new Events();
  const told: string[][] = [];
  events.on('settings.changed', ({ keys }) => told.push(keys));
  const settings = open(dataDir, events);
  expect(await settings.update({ theme: null })).toMatchObject({ keys: [] });
  expect([settings.isChosen('theme'), readdirSync(dataDir)]).toEqual([false, []]);
  expect(await settings.update({ theme: 'system' })).toMatchObject({ keys: [] });
  settings.keep('renderer');
  settings.keep('renderer');
  expect(told).toEqual([['theme'], ['renderer']]);
  const again = open(dataDir);
  expect((['theme', 'renderer', 'port'] as const).map((name) => again.isChosen(name))).toEqual([true, true, false]);
  expect(peekSettings(dataDir).isChosen('renderer')).toBe(true);
});

test('what cannot be stored is kept until the end of the program', () => {
  const dataDir = folder();
  const settings = open(dataDir);
  rmSync(dataDir, { recursive: true });
  writeFileSync(dataDir, '');
  settings.keep('renderer');
  expect(settings.isChosen('renderer')).toBe(true);
});

test.each([
  ['port', { port: 70_000 }, 'port'],
  ['text for a number', { port: '80' as unknown as number }, 'port'],
  ['two bad values, both named', { port: -1, tokenLifetimeSeconds: 0 }, 'tokenLifetimeSeconds'],
  ['an origin with a path', { allowedOrigins: ['http://frame.example/'] }, 'allowedOrigins.0'],
  ['an origin that is a star', { allowedOrigins: ['*'] }, 'allowedOrigins.0'],
  ['a host name with a port', { allowedHosts: ['nas:4380'] }, 'allowedHosts.0'],
  ['a key that there is not', { prot: 1 } as SettingsPatch, 'prot'],
] as [string, SettingsPatch, string][])('a bad value changes nothing: %s', (_title, patch, named) => {
  const dataDir = folder();
  const settings = open(dataDir);
  expect(() => settings.change(patch)).toThrow(expect.objectContaining({ code: 'invalid_body' }) as Error);
  expect(() => settings.change(patch)).toThrow(named);
  expect(settings.get().port).toBe(4380);
  expect(existsSync(settings.file)).toBe(false);
});

describe('a file that is not as it should be', () => {
  test.each(['{"port": 5000', '', 'port=5000', '\0\0\0\0'])(
    'no JSON (%j): kept aside, named, never overwritten',
    (content) => {
      const dataDir = folder();
      writeFileSync(join(dataDir, 'settings.json'), content);
      const settings = open(dataDir);
      expect(settings.get().port).toBe(4380);
      const [kept] = readdirSync(dataDir);
      expect(kept).toMatch(/^settings\.json\.corrupt-\d{8}T\d+Z$/);
      expect(settings.notice).toContain(kept);
      settings.change({ port: 5001 });
      expect(readFileSync(join(dataDir, kept!), 'utf8')).toBe(content);
      expect(open(dataDir).notice).toBeNull();
    },
  );

  test('one bad value: the others stay, the file as it was is kept and both are named', () => {
    const dataDir = folder();
    const content = JSON.stringify({ port: 'http', lan: true, allowedOrigins: 'all', fromTheFuture: { a: 1 } });
    writeFileSync(join(dataDir, 'settings.json'), content);
    const settings = open(dataDir);
    expect(settings.get()).toMatchObject({ port: 4380, lan: true, allowedOrigins: [] });
    expect(settings.notice).toMatch(/port .*allowedOrigins/);
    const kept = readdirSync(dataDir).find((name) => name.includes('corrupt'));
    expect(settings.notice).toContain(kept);
    expect(readFileSync(join(dataDir, kept!), 'utf8')).toBe(content);
  });

  test('a setting of a newer version survives a change by this one', () => {
    const dataDir = folder();
    const file = join(dataDir, 'settings.json');
    writeFileSync(file, JSON.stringify({ fromTheFuture: { a: 1 } }));
    open(dataDir).change({ port: 5000 });
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({
      fromTheFuture: { a: 1 },
      port: 5000,
      settingsVersion: 2,
    });
  });

  test('open to others: closed at the next start', () => {
    const dataDir = folder();
    const file = join(dataDir, 'settings.json');
    writeFileSync(file, '{}', { mode: 0o644 });
    chmodSync(file, 0o644);
    open(dataDir);
    expect(statSync(file).mode & 0o777).toBe(FOR_OWNER_ALONE);
  });
});

test('a folder that cannot be written: the change says so and nothing has changed', () => {
  const dataDir = folder();
  const settings = open(dataDir);
  // Works for root and on every system: where the folder was, there is a file now.
  rmSync(dataDir, { recursive: true });
  writeFileSync(dataDir, '');
  expect(() => settings.change({ port: 5000 })).toThrow(`The folder ${dataDir} cannot be written`);
  expect(settings.get().port).toBe(4380);
});
