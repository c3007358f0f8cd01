import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { silentLog } from '../platform/log.ts';
import { openClients } from './clients.ts';
import { openSettings } from './settings-store.ts';
import type { SettingsValues } from './settings-schema.ts';

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'safelight-clients-'));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

function registry() {
  const dataDir = folder();
  const log = silentLog();
  const open = () => openClients({ settings: openSettings({ dataDir, log }), log });
  const stored = () => JSON.parse(readFileSync(join(dataDir, 'settings.json'), 'utf8')) as SettingsValues;
  return { dataDir, open, clients: open(), stored };
}

test('a secret is 256 random bits, and only a salted hash of it is kept', async () => {
  const { clients, stored, dataDir } = registry();
  const one = await clients.add({ id: 'one' });
  const other = await clients.add({ id: 'other' });
  expect(one.client_secret).toMatch(/^[\w-]{43}$/);
  expect(one.client_secret).not.toBe(other.client_secret);
  expect(readFileSync(join(dataDir, 'settings.json'), 'utf8')).not.toContain(one.client_secret);
  expect(stored().clients[0]!.secrets[0]!.hash).toMatch(/^scrypt\$N=16384,r=8,p=1\$[\w-]{22}\$[\w-]{43}$/);
});

describe('a secret is verified', () => {
  test('right and wrong, the first time and again, and after a restart', async () => {
    const { clients, open } = registry();
    const { client_secret } = await clients.add({ id: 'frame' });
    for (const registrations of [clients, clients, open()]) {
      expect(await registrations.verify('frame', client_secret)).toMatchObject({ ok: true, client: { id: 'frame' } });
      expect(await registrations.verify('frame', `${client_secret}x`)).toMatchObject({ ok: false, reason: 'wrong' });
      expect(await registrations.verify('frame', '')).toMatchObject({ ok: false, reason: 'wrong' });
      expect(await registrations.verify('nobody', client_secret)).toMatchObject({ ok: false, reason: 'wrong' });
    }
  });

  test('at once when it was found right before, and never when it was not', async () => {
    const { clients } = registry();
    const { client_secret } = await clients.add({ id: 'frame' });
    await clients.add({ id: 'other' });
    expect(clients.verifyKnown('frame', client_secret)).toBeNull();
    await clients.verify('frame', client_secret);
    expect(clients.verifyKnown('frame', client_secret)).toMatchObject({ ok: true });
    expect(clients.verifyKnown('frame', 'wrong')).toBeNull();
    expect(clients.verifyKnown('other', client_secret)).toBeNull();
  });

  test('and is worth nothing any more after a new one or without the client, though it was remembered', async () => {
    const { clients } = registry();
    const first = await clients.add({ id: 'frame' });
    await clients.verify('frame', first.client_secret);
    const second = await clients.rotate('frame');
    expect(await clients.verify('frame', first.client_secret)).toMatchObject({ ok: false, reason: 'wrong' });
    expect(await clients.verify('frame', second.client_secret)).toMatchObject({ ok: true });
    clients.remove('frame');
    expect(await clients.verify('frame', second.client_secret)).toMatchObject({ ok: false, reason: 'wrong' });
  });

  test('also when it is taken back while it is being verified', async () => {
    const { clients } = registry();
    const { client_secret } = await clients.add({ id: 'frame' });
    const verification = clients.verify('frame', client_secret);
    clients.remove('frame');
    expect(await verification).toMatchObject({ ok: false });
    expect(clients.verifyKnown('frame', client_secret)).toBeNull();
  });

  test('of a disabled client: right, but no use', async () => {
    const { clients } = registry();
    const { client_secret } = await clients.add({ id: 'frame' });
    clients.change('frame', { enabled: false });
    expect(await clients.verify('frame', client_secret)).toMatchObject({ ok: false, reason: 'disabled' });
    expect(await clients.verify('frame', 'wrong')).toMatchObject({ ok: false, reason: 'wrong' });
    expect(await clients.verify('frame', client_secret)).toMatchObject({ ok: false, reason: 'disabled' });
  });

  test.each([
    '',
    'plain',
    'scrypt$N=16384,r=8,p=1$$',
    'scrypt$N=3,r=8,p=1$AAAA$AAAA',
    'scrypt$N=99999999,r=999,p=9$AAAA$AAAA',
  ])('against a damaged hash (%j): wrong, and nothing breaks', async (hash) => {
    const { clients, open, stored, dataDir } = registry();
    const { client_secret } = await clients.add({ id: 'frame' });
    const values = stored();
    values.clients[0]!.secrets[0]!.hash = hash || 'x';
    writeFileSync(join(dataDir, 'settings.json'), JSON.stringify(values));
    expect(await open().verify('frame', client_secret)).toMatchObject({ ok: false, reason: 'wrong' });
  });

  test('of another cost than today’s', async () => {
    const { open, dataDir } = registry();
    // scrypt of RFC 7914: password "pleaseletmein", salt "SodiumChloride", N=16384, r=8, p=1, the first 32 bytes.
    const hash = Buffer.from('7023bdcb3afd7348461c06cd81fd38ebfda8fbba904f8e3ea9b543f6545da1f2', 'hex').toString(
      'base64url',
    );
    // "password", "NaCl", N=1024, r=8, p=16.
    const cheap = Buffer.from('fdbabe1c9d3472007856e7190d01e9fe7c6ad7cbc8237830e77376634b373162', 'hex').toString(
      'base64url',
    );
    const secret = (id: string, text: string) => ({ id, hash: text, created: 1 });
    const client = { name: 'x', scopes: ['images:read'], enabled: true, created: 1, last_used: null };
    const clients = [
      {
        ...client,
        id: 'frame',
        secrets: [
          secret('a', `scrypt$N=16384,r=8,p=1$${Buffer.from('SodiumChloride').toString('base64url')}$${hash}`),
          secret('b', `scrypt$N=1024,r=8,p=16$${Buffer.from('NaCl').toString('base64url')}$${cheap}`),
        ],
      },
    ];
    writeFileSync(join(dataDir, 'settings.json'), JSON.stringify({ clients }));
    expect(await open().verify('frame', 'pleaseletmein')).toMatchObject({ ok: true, secretId: 'a' });
    expect(await open().verify('frame', 'password')).toMatchObject({ ok: true, secretId: 'b' });
    expect(await open().verify('frame', 'passwort')).toMatchObject({ ok: false });
  });
});

test('when a client was here last is stored at the end, not at every visit', async () => {
  const { clients, stored, open } = registry();
  await clients.add({ id: 'frame' });
  clients.touch('frame');
  const [seen] = clients.list();
  expect(seen!.last_used).toBeGreaterThanOrEqual(seen!.created);
  expect(stored().clients[0]!.last_used).toBeNull();
  clients.close();
  expect(open().list()[0]!.last_used).toBe(seen!.last_used);
});

test('a visit of a client that was removed meanwhile does no harm', async () => {
  const { clients, open } = registry();
  await clients.add({ id: 'frame' });
  clients.touch('frame');
  clients.remove('frame');
  clients.touch('frame');
  clients.close();
  expect(open().list()).toEqual([]);
});

test('every unknown scope is named, with the nearest known one', async () => {
  const { clients } = registry();
  await expect(clients.add({ id: 'frame', scope: 'image:read tags:red films:read' })).rejects.toThrow(
    /"image:read" \(did you mean images:read\?\), "tags:red" \(did you mean tags:read\?\)/,
  );
});

describe('a new secret with an overlap', () => {
  function withClock() {
    const dataDir = folder();
    const clock = { ms: 1_700_000_000_000 };
    const settings = openSettings({ dataDir, log: silentLog() });
    const clients = openClients({ settings, log: silentLog(), now: () => clock.ms });
    return { clock, clients, settings };
  }
  const hour = 3_600_000;

  test('both secrets work, then the new one alone', async () => {
    const { clock, clients } = withClock();
    const old = await clients.add({ id: 'frame' });
    const fresh = await clients.rotate('frame', { overlapHours: 24 });
    const works = async ({ client_secret }: { client_secret: string }) =>
      (await clients.verify('frame', client_secret)).ok;
    expect([await works(old), await works(fresh), await works(old)]).toEqual([true, true, true]);
    expect(clients.list()[0]!.old_secret_until).toBe(clock.ms + 24 * hour);
    expect(clients.get('frame')!.secretIds.size).toBe(2);

    clock.ms += 24 * hour - 1;
    expect(await works(old)).toBe(true);
    clock.ms += 1;
    // Also the one that was remembered as right.
    expect(clients.verifyKnown('frame', old.client_secret)).toBeNull();
    expect([await works(old), await works(fresh)]).toEqual([false, true]);
    expect(clients.list()[0]!.old_secret_until).toBeNull();
    expect(clients.get('frame')!.secretIds.size).toBe(1);
  });

  test('a second rotation leaves two secrets, never three; one without overlap ends all others at once', async () => {
    const { clients } = withClock();
    const first = await clients.add({ id: 'frame' });
    const second = await clients.rotate('frame', { overlapHours: 24 });
    const third = await clients.rotate('frame', { overlapHours: 24 });
    const works = async ({ client_secret }: { client_secret: string }) =>
      (await clients.verify('frame', client_secret)).ok;
    expect([await works(first), await works(second), await works(third)]).toEqual([false, true, true]);
    const last = await clients.rotate('frame');
    expect([await works(second), await works(third), await works(last)]).toEqual([false, false, true]);
  });
});

test('devices get ids that tell what they are, and none is anybody’s secret', async () => {
  const dataDir = folder();
  const settings = openSettings({ dataDir, log: silentLog() });
  const clients = openClients({ settings, log: silentLog() });
  const scope = 'images:read';
  const names = ["Ada's Phone", "Ada's Phone", 'Größe Ü', '📱', '   '];
  expect(names.map((name) => clients.addDevice({ name, scope }).client.id)).toEqual([
    'device-adas-phone',
    'device-adas-phone-2',
    'device-gro-e-u',
    'device',
    'device-2',
  ]);
  for (const secret of ['', 'none', 'undefined']) {
    expect((await clients.verify('device', secret)).ok).toBe(false);
  }
});
