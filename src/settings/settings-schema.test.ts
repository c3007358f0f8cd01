import fc from 'fast-check';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { describeSettings } from '../contract/setting-descriptions.ts';
import { PublicSettings, SETTING_GROUPS, SETTING_NAMES, type SettingName } from '../contract/settings.ts';
import type { AppError } from '../platform/errors.ts';
import { silentLog } from '../platform/log.ts';
import { migrateSettings } from './settings-migrations.ts';
import { openSettings, parsePatch, peekSettings } from './settings-store.ts';

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'safelight-schema-'));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

/** Values that each setting allows. */
const path = fc.option(fc.stringMatching(/^\/[a-z0-9 ._/-]{0,60}$/), { nil: null });
const quality = fc.integer({ min: 1, max: 100 });
const good: Record<SettingName, fc.Arbitrary<unknown>> = {
  library: path,
  darktableCache: path,
  darktable: path,
  readOnly: fc.boolean(),
  refreshQueue: path,
  exportQueue: path,
  queuesPaused: fc.boolean(),
  exportDir: path,
  previewLevels: fc.uniqueArray(fc.integer({ min: 0, max: 5 }), { minLength: 1 }),
  previewQuality: quality,
  exportQuality: quality,
  renderer: fc.constantFrom('auto', 'bridge', 'darktable-cli'),
  openCl: fc.boolean(),
  farmBroker: fc.constantFrom('', 'nas.local', '192.168.1.20:4222', 'tls://[fe80::1]:4222'),
  farmCredentials: path,
  farmJobs: fc.constantFrom('previews', 'exports', 'both'),
  farmWorksHere: fc.boolean(),
  farmVersions: fc.constantFrom('same', 'any'),
  undoMegabytes: fc.integer({ min: 10, max: 100_000 }),
  farmWaiting: fc.integer({ min: 1, max: 20_000 }),
  port: fc.integer({ min: 0, max: 65535 }),
  host: fc.option(fc.oneof(fc.ipV4(), fc.constantFrom('localhost', '::1', '0.0.0.0')), { nil: null }),
  lan: fc.boolean(),
  https: fc.boolean(),
  publicAddress: fc.option(
    fc.constantFrom('https://photos.example.org', 'http://10.0.0.9:8080', 'https://example.org/photos'),
    { nil: null },
  ),
  trustedProxies: fc.array(fc.constantFrom('192.168.1.2', '10.0.0.0/8', '::1', 'fd00::/8'), { maxLength: 5 }),
  forwardedHeader: fc.constantFrom('X-Forwarded-For', 'Forwarded', 'X-Real-IP', 'none'),
  httpsPort: fc.integer({ min: 0, max: 65535 }),
  domain: fc.constantFrom('', 'photos.example.org', 'a.xn--p1ai'),
  domainCommand: path,
  domainPort: fc.integer({ min: 1, max: 65535 }),
  domainAuthority: fc.constantFrom('https://acme-v02.api.letsencrypt.org/directory', 'https://127.0.0.1:14000/dir'),
  tailscale: fc.boolean(),
  tunnelHost: fc.constantFrom(
    '',
    'photos.example.org',
    'me@photos.example.org:2222',
    'me@[2001:db8::1]:22',
    '10.0.0.9',
  ),
  tunnelPort: fc.integer({ min: 1, max: 65535 }),
  tunnelKey: path,
  tunnelShows: fc.constantFrom('everything', 'proofs'),
  proofPort: fc.integer({ min: 0, max: 65535 }),
  proofAddress: fc.option(fc.constantFrom('https://proofs.example.org', 'http://10.0.0.9:8080'), { nil: null }),
  allowedHosts: fc.array(fc.stringMatching(/^[a-z0-9]([a-z0-9.-]{0,20}[a-z0-9])?$/), { maxLength: 5 }),
  allowedOrigins: fc.array(
    fc
      .tuple(
        fc.constantFrom('http', 'https'),
        fc.stringMatching(/^[a-z]{1,10}\.example$/),
        fc.integer({ min: 1024, max: 9999 }),
      )
      .map(([scheme, host, port]) => `${scheme}://${host}:${port}`),
    { maxLength: 5 },
  ),
  tokenLifetimeSeconds: fc.integer({ min: 1, max: 30 * 24 * 3600 }),
  agentsMayChange: fc.boolean(),
  agentPicturesPerHour: fc.integer({ min: 1, max: 100_000 }),
  agentPreviewsPerMinute: fc.integer({ min: 0, max: 10_000 }),
  agentsMayReadPlaces: fc.boolean(),
  autostart: fc.boolean(),
  openBrowserAtStart: fc.boolean(),
  notifyExports: fc.boolean(),
  notifyFailures: fc.boolean(),
  notifyBridgeLost: fc.boolean(),
  theme: fc.constantFrom('system', 'light', 'dark'),
  checkForUpdates: fc.boolean(),
  updateAddress: fc.option(fc.constantFrom('https://safelight.example/version.json', 'http://127.0.0.1:8080/v'), {
    nil: null,
  }),
};
const goodPatch = fc.record(good, { requiredKeys: [] });

test('what people choose about previews and exports comes before the files of the queues', () => {
  const settings = describeSettings().filter(({ group }) => group === 'rendering');
  expect(settings.slice(-2).map(({ name }) => name)).toEqual(['refreshQueue', 'exportQueue']);
  expect(settings.length).toBeGreaterThan(5);
});

test('any mix of allowed values is stored, told the same way, and found again by the next start', async () => {
  await fc.assert(
    fc.asyncProperty(goodPatch, goodPatch, async (one, other) => {
      const dataDir = mkdtempSync(join(tmpdir(), 'safelight-schema-'));
      try {
        const settings = openSettings({ dataDir, log: silentLog() });
        await settings.update(one);
        await settings.update(other);
        const expected = { ...PublicSettings.parse({}), ...one, ...other, clients: [] };
        expect(settings.get()).toEqual(expected);
        expect(openSettings({ dataDir, log: silentLog() }).get()).toEqual(expected);
        expect(peekSettings(dataDir)).toMatchObject({ values: expected, notice: null });
      } finally {
        rmSync(dataDir, { recursive: true, force: true });
      }
    }),
    { numRuns: 60 },
  );
});

test('whatever anybody sends: it is stored as the schema allows, or refused with every bad field named', () => {
  fc.assert(
    fc.property(
      fc.dictionary(fc.oneof(fc.constantFrom(...SETTING_NAMES), fc.string()), fc.oneof(fc.jsonValue(), fc.integer())),
      (patch) => {
        let wanted: Record<string, unknown>;
        try {
          wanted = parsePatch(patch);
        } catch (error) {
          const { code, fields = {} } = error as AppError;
          expect(code).toBe('invalid_settings');
          const isBad = (name: string) =>
            !Object.hasOwn(good, name) ||
            (patch[name] !== null && !PublicSettings.shape[name as SettingName].safeParse(patch[name]).success);
          expect(Object.keys(fields).sort()).toEqual(
            Object.keys(patch)
              .filter(isBad)
              .map((name) => name.slice(0, 60))
              .filter((name, at, all) => all.indexOf(name) === at)
              .sort(),
          );
          return;
        }
        for (const [name, value] of Object.entries(wanted)) {
          expect(PublicSettings.shape[name as SettingName].parse(value)).toEqual(value);
        }
      },
    ),
    { numRuns: 500 },
  );
});

test('null brings a default back, whatever was set before', () => {
  for (const name of SETTING_NAMES) {
    expect(parsePatch({ [name]: null })).toEqual({ [name]: PublicSettings.parse({})[name] });
  }
});

test.each([
  ['port', 70_000, 'from 0 to 65535'],
  ['port', '80', 'a whole number'],
  ['port', 80.5, 'a whole number'],
  ['library', 'photos/library.db', 'an absolute path'],
  ['library', '/photos\nlibrary.db', 'an absolute path'],
  ['exportDir', '', 'an absolute path'],
  ['previewLevels', [], 'at least one size'],
  ['previewLevels', [2, 2], 'each size once'],
  ['previewLevels', [7], 'entry 1 must be a size from 0 to 5'],
  ['previewQuality', 0, 'at least 1'],
  ['exportQuality', 101, 'at most 100'],
  ['host', 'two words', 'an address'],
  ['allowedOrigins', ['http://a.example', 'http://frame.example/'], 'entry 2 must be an origin'],
  ['allowedOrigins', ['*'], 'entry 1 must be an origin'],
  ['proofAddress', 'https://example.org/proofs', 'an origin such as'],
  ['allowedHosts', ['nas:4380'], 'entry 1 must be a host name'],
  ['renderer', 'gimp', 'auto, bridge or darktable-cli'],
  ['theme', 'blue', 'system, light or dark'],
  ['readOnly', 'yes', 'true or false'],
  ['tokenLifetimeSeconds', 0, 'at least 1'],
  ['farmBroker', 'boss:secret@nas', 'an address such as'],
  ['farmBroker', 'nas:70000', 'an address such as'],
  ['farmBroker', 'https://nas/broker', 'an address such as'],
  ['domain', 'localhost', 'a name in lower case such as'],
  ['domain', '10.0.0.1', 'a name in lower case such as'],
  ['domain', '*.example.org', 'a name in lower case such as'],
  ['domainAuthority', 'http://acme.example', 'an address with https'],
  ['tunnelHost', '-oProxyCommand=sh', 'a host such as'],
  ['tunnelHost', 'me@-oProxyCommand=sh', 'a host such as'],
  ['tunnelHost', 'me@photos.example.org:70000', 'a host such as'],
  ['undoMegabytes', 1, 'from 10 to 100000'],
  ['farmWaiting', 0, 'from 1 to 20000'],
  ['prot', 1, 'did you mean port?'],
  ['clients', [], 'there is no such setting'],
])('%s = %j is refused in words: %s', (name, value, words) => {
  expect(() => parsePatch({ [name]: value })).toThrow(expect.objectContaining({ code: 'invalid_settings' }) as Error);
  try {
    parsePatch({ [name]: value, notifyExports: 1 });
  } catch (error) {
    const { fields } = error as AppError;
    expect(fields![name]).toContain(words);
    expect(fields!.notifyExports).toContain('true or false');
  }
});

test('every setting has a title, a sentence of help, a group, an effect, and a default that it allows', () => {
  const described = describeSettings();
  expect(described.map(({ name }) => name)).toEqual(SETTING_NAMES);
  for (const { name, title, help, group, default: byDefault } of described) {
    expect(title).not.toBe(name);
    expect(help).toMatch(/^\S.*\.$/);
    expect(Object.keys(SETTING_GROUPS)).toContain(group);
    expect(PublicSettings.shape[name as SettingName].parse(byDefault)).toEqual(byDefault);
  }
});

describe('a settings file of an older Safelight', () => {
  test.each([
    [{ host: '127.0.0.1', port: 5000 }, { port: 5000 }],
    [{ host: '0.0.0.0' }, { lan: true }],
    [{ host: '192.168.1.5' }, { host: '192.168.1.5', lan: true }],
    [{ host: '::1' }, { host: '::1' }],
    [
      { port: 5000, fromTheFuture: 1 },
      { port: 5000, fromTheFuture: 1 },
    ],
  ])('%j becomes %j', (before, after) => {
    expect(migrateSettings(before).stored).toEqual({ ...after, settingsVersion: 2 });
    const dataDir = folder();
    const file = join(dataDir, 'settings.json');
    writeFileSync(file, JSON.stringify(before));
    expect(openSettings({ dataDir, log: silentLog() }).get()).toMatchObject(
      Object.fromEntries(Object.entries(after).filter(([name]) => name !== 'fromTheFuture')),
    );
    expect(JSON.parse(readFileSync(file, 'utf8'))).toEqual({ ...after, settingsVersion: 2 });
  });

  test('one of this version, or of a newer one, is left as it is', () => {
    for (const stored of [{ host: '0.0.0.0', settingsVersion: 2 }, { host: '0.0.0.0', settingsVersion: 9 }, {}]) {
      expect(migrateSettings(stored)).toEqual({ stored, applied: [] });
    }
  });

  test('a file that this version began is not taken for an older one', async () => {
    const dataDir = folder();
    await openSettings({ dataDir, log: silentLog() }).update({ host: '192.168.1.5' });
    expect(openSettings({ dataDir, log: silentLog() }).get()).toMatchObject({ host: '192.168.1.5', lan: false });
  });
});
