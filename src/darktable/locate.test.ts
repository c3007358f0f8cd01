import { expect, test } from 'vitest';
import { locateDarktableCache, locateLibrary, thumbnailFolder } from './locate.ts';

/** A computer on which these paths exist; a path that ends in a slash is a folder. */
const computer = (platform: NodeJS.Platform, paths: string[], environment: Record<string, string> = {}) => ({
  environment: { home: platform === 'win32' ? 'C:\\Users\\anna' : '/home/anna', ...environment },
  platform,
  kindOf: (path: string) => (paths.includes(path) ? 'file' : paths.includes(`${path}/`) ? 'folder' : null),
});

const own = '/home/anna/.config/darktable/library.db';
const flatpak = '/home/anna/.var/app/org.darktable.Darktable/config/darktable/library.db';
const snap = '/home/anna/snap/darktable/current/.config/darktable/library.db';

test('the option wins over the setting, and the setting over darktable', () => {
  const linux = computer('linux', [own]);
  expect(locateLibrary({ option: '/a.db', setting: '/b.db' }, linux)).toEqual({ file: '/a.db', from: 'option' });
  expect(locateLibrary({ setting: '/b.db' }, linux)).toEqual({ file: '/b.db', from: 'setting' });
  expect(locateLibrary({ setting: null }, linux)).toEqual({ file: own, from: 'darktable' });
});

test('SAFELIGHT_LIBRARY counts as the option, and the option itself wins over it', () => {
  const linux = computer('linux', [own], { SAFELIGHT_LIBRARY: '/env.db' });
  expect(locateLibrary({ setting: '/b.db' }, linux)).toEqual({ file: '/env.db', from: 'option' });
  expect(locateLibrary({ option: '/a.db' }, linux)?.file).toBe('/a.db');
});

test('a named library counts although nothing is there, so that people hear that it is missing', () => {
  expect(locateLibrary({ option: '/typo/library.db' }, computer('linux', [own]))?.file).toBe('/typo/library.db');
});

test('of a folder, the library.db in it is meant', () => {
  expect(locateLibrary({ option: '/dt' }, computer('linux', ['/dt/']))?.file).toBe('/dt/library.db');
  expect(locateLibrary({ setting: 'D:\\dt' }, computer('win32', ['D:\\dt/']))?.file).toBe('D:\\dt\\library.db');
});

test.each<[string, NodeJS.Platform, string[], Record<string, string>, string | null]>([
  ['a computer without darktable', 'linux', [], {}, null],
  ['a package of the distribution', 'linux', [own, flatpak, snap], {}, own],
  ['a flatpak', 'linux', [flatpak], {}, flatpak],
  ['a snap', 'linux', [snap], {}, snap],
  [
    'another configuration folder',
    'linux',
    ['/cfg/darktable/library.db', own],
    { XDG_CONFIG_HOME: '/cfg' },
    '/cfg/darktable/library.db',
  ],
  ['macOS', 'darwin', [own], {}, own],
  ['macOS, which knows no flatpak', 'darwin', [flatpak], {}, null],
  [
    'Windows',
    'win32',
    ['D:\\Local\\darktable\\library.db'],
    { LOCALAPPDATA: 'D:\\Local' },
    'D:\\Local\\darktable\\library.db',
  ],
  [
    'Windows without LOCALAPPDATA',
    'win32',
    ['C:\\Users\\anna\\AppData\\Local\\darktable\\library.db'],
    {},
    'C:\\Users\\anna\\AppData\\Local\\darktable\\library.db',
  ],
])("darktable's library is found: %s", (_name, platform, paths, environment, expected) => {
  expect(locateLibrary({}, computer(platform, paths, environment))?.file ?? null).toBe(expected);
});

test('the cache that knows the library is taken before one that does not', () => {
  const cache = '/home/anna/.var/app/org.darktable.Darktable/cache/darktable';
  const linux = computer('linux', [
    '/home/anna/.cache/darktable/',
    `${cache}/`,
    `${cache}/${thumbnailFolder(flatpak)}/`,
  ]);
  expect(locateDarktableCache({ library: flatpak }, linux)).toBe(cache);
  expect(locateDarktableCache({ library: own }, linux)).toBe('/home/anna/.cache/darktable');
});

test('a linked library is known to its cache by its real path', () => {
  const cache = '/home/anna/snap/darktable/current/.cache/darktable';
  const linux = computer('linux', [
    '/home/anna/.cache/darktable/',
    `${cache}/`,
    `${cache}/${thumbnailFolder('/nas/library.db')}/`,
  ]);
  expect(locateDarktableCache({ library: own }, { ...linux, realPathOf: () => '/nas/library.db' })).toBe(cache);
});

test.each<[string, NodeJS.Platform, Record<string, string>, string]>([
  ['Linux', 'linux', {}, '/home/anna/.cache/darktable'],
  ['another cache folder', 'linux', { XDG_CACHE_HOME: '/cache' }, '/cache/darktable'],
  ['macOS', 'darwin', {}, '/home/anna/.cache/darktable'],
  ['Windows', 'win32', {}, 'C:\\Users\\anna\\AppData\\Local\\Microsoft\\Windows\\INetCache\\darktable'],
  ['by environment', 'linux', { SAFELIGHT_DARKTABLE_CACHE: '/k' }, '/k'],
])("darktable's cache is expected where darktable makes it: %s", (_name, platform, environment, expected) => {
  expect(locateDarktableCache({}, computer(platform, [], environment))).toBe(expected);
});

test('a named cache wins, option before setting', () => {
  const linux = computer('linux', ['/home/anna/.cache/darktable/']);
  expect(locateDarktableCache({ option: '/a', setting: '/b' }, linux)).toBe('/a');
  expect(locateDarktableCache({ setting: '/b' }, linux)).toBe('/b');
});
