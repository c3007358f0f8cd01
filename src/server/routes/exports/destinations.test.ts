import { mkdirSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Destination, DestinationTest } from '../../../contract/destinations.ts';
import type { ErrorBody } from '../../../contract/errors.ts';
import { openTestApp, type TestApp } from '../../../testing/start-app.ts';
import { startImmich } from '../../../testing/photo-services/immich-stage.ts';
import { startPiwigo } from '../../../testing/photo-services/piwigo-stage.ts';
import { scriptedServer } from '../../../testing/scripted-server.ts';

const scopes = ['admin'];
let app: TestApp & { close(): Promise<void> };
beforeAll(async () => void (app = await openTestApp({ library: 1 })));
afterAll(() => app.close());

const add = (body: object) => app.ask<Destination>('POST', '/api/v1/destinations', { scopes, body });
const put = (id: number, body: object) => app.ask<Destination>('PUT', `/api/v1/destinations/${id}`, { scopes, body });
const tried = async (id: number) =>
  (await app.ask<DestinationTest>('POST', `/api/v1/destinations/${id}/test`, { scopes })).body;
const list = async () => (await app.get<{ items: Destination[] }>('/api/v1/destinations', { scopes })).items;
const file = () => readFileSync(join(app.dataDir, 'destinations.json'), 'utf8');

const cloud = { name: 'Cloud', kind: 'webdav', address: 'https://cloud.example.org/dav/', user: 'ute' };

test('a secret goes in, stays when it is left out, goes when it is cleared, and never comes back', async () => {
  const { status, body } = await add({ ...cloud, password: 'pass-9137' });
  expect([status, body]).toEqual([201, { ...cloud, certificate: null, id: body.id, secrets: ['password'] }]);
  expect(JSON.stringify(await list())).not.toContain('pass-9137');
  expect(file()).toContain('pass-9137');
  if (process.platform !== 'win32') expect(statSync(join(app.dataDir, 'destinations.json')).mode & 0o077).toBe(0);
  expect((await put(body.id, { ...cloud, name: 'My cloud' })).body).toMatchObject({
    name: 'My cloud',
    secrets: ['password'],
  });
  expect(file()).toContain('pass-9137');
  expect((await put(body.id, { ...cloud, password: null })).body.secrets).toEqual([]);
  expect(file()).not.toContain('pass-9137');
});

test.each<[what: string, change: object]>([
  ['another server', { address: 'https://other.example.org/dav/' }],
  ['another account', { user: 'uwe' }],
  ['another kind', { kind: 'sftp', host: 'cloud.example.org', address: undefined }],
])('what was entered for one place never goes to %s', async (what, change) => {
  const { body } = await add({ ...cloud, name: what, password: `for the former of ${what}` });
  expect((await put(body.id, { ...cloud, name: what, ...change })).body.secrets).toEqual([]);
  expect(file()).not.toContain(`for the former of ${what}`);
});

test('a folder is tried, marked, and known again; while its drive is away the test says so', async () => {
  const folder = join(app.folder, 'published');
  mkdirSync(folder);
  const { body } = await add({ name: 'Folder', kind: 'folder', folder });
  expect(await tried(body.id)).toEqual({ works: true, problems: [] });
  expect(readdirSync(folder)).toEqual(['.safelight-destination']);
  expect(await tried(body.id)).toEqual({ works: true, problems: [] });
  rmSync(join(folder, '.safelight-destination'));
  expect(await tried(body.id)).toEqual({ works: false, problems: [expect.stringContaining('Is its drive there?')] });
  expect(readdirSync(folder)).toEqual([]);
  // Another folder is another place.
  const other = join(app.folder, 'published elsewhere');
  mkdirSync(other);
  await put(body.id, { name: 'Folder', kind: 'folder', folder: other });
  expect(await tried(body.id)).toEqual({ works: true, problems: [] });
  expect((await app.ask('DELETE', `/api/v1/destinations/${body.id}`, { scopes })).status).toBe(204);
  expect(readdirSync(other)).toEqual(['.safelight-destination']);
  expect((await app.ask('POST', `/api/v1/destinations/${body.id}/test`, { scopes })).status).toBe(404);
});

test('a destination stays while a publication uses it, which the refusal names', async () => {
  const { body } = await add({ ...cloud, name: 'Used' });
  const one = `/api/v1/destinations/${body.id}`;
  const publication = await app.ask<{ id: number }>('POST', '/api/v1/publications', {
    scopes,
    body: { name: 'Best', source: { filter: {} }, recipe: 1, destination: body.id },
  });
  const refused = await app.ask<ErrorBody>('DELETE', one, { scopes });
  expect([refused.status, refused.body.error]).toEqual([409, 'conflict']);
  expect(refused.body.detail).toContain('The publication Best');
  expect((await list()).map(({ id }) => id)).toContain(body.id);
  await app.ask('DELETE', `/api/v1/publications/${publication.body.id}`, { scopes });
  expect((await app.ask('DELETE', one, { scopes })).status).toBe(204);
});

test('what a server answers to the test is told in words, and no redirect is followed', async () => {
  const other = await scriptedServer((_asked, response) => void response.writeHead(200).end());
  const refusing = await scriptedServer((_asked, response) => void response.writeHead(401).end());
  const sending = await scriptedServer(
    (_asked, response) => void response.writeHead(302, { location: other.url.href }).end(),
  );
  const problems = [];
  for (const [name, { url }] of Object.entries({ refusing, sending })) {
    const { body } = await add({ ...cloud, name, address: url.href, password: 'pw' });
    problems.push((await tried(body.id)).problems);
  }
  expect(problems).toEqual([
    [expect.stringContaining('User name or password is wrong')],
    [expect.stringContaining(other.url.href)],
  ]);
  expect(other.asked).toEqual([]);
});

test('neither a name that is taken nor a film roll is a destination, and only who may change settings sees them', async () => {
  expect((await add({ ...cloud, name: 'Twice' })).status).toBe(201);
  // As the list has it, to which these are one name.
  for (const name of ['TWICE', 'Twicé']) expect((await add({ ...cloud, name })).status).toBe(409);
  const folder = join(app.folder, 'photographs', 'roll');
  app.library.change('UPDATE film_rolls SET folder = ?', folder);
  for (const near of [folder, join(folder, 'below'), join(folder, '..')])
    expect((await add({ name: 'Roll', kind: 'folder', folder: near })).status).toBe(409);
  for (const method of ['GET', 'POST'])
    expect(
      (await app.ask(method, '/api/v1/destinations', { body: method === 'POST' ? cloud : undefined })).status,
    ).toBe(403);
  expect((await put(999, cloud)).status).toBe(404);
});

test.each<[what: string, change: object, field: string]>([
  ['an address without its way', { address: 'cloud.example.org' }, 'address'],
  ['another way than HTTP', { address: 'file:///etc/passwd' }, 'address'],
  ['a password in the address', { address: 'https://ute:pw@cloud.example.org/' }, 'address'],
  ['a password alone in it', { address: 'https://:pw@cloud.example.org/' }, 'address'],
  ['a certificate that is none', { certificate: 'AA:BB' }, 'certificate'],
  ['a field of another kind', { host: 'cloud.example.org' }, 'host'],
  ['a kind that there is not', { kind: 'ftp' }, 'kind'],
  ['a folder that is no whole path', { kind: 'folder', folder: 'here', address: undefined, user: undefined }, 'folder'],
])('%s is refused', async (_what, change, field) => {
  const { status, body } = await app.ask<ErrorBody>('POST', '/api/v1/destinations', {
    scopes,
    body: { ...cloud, name: 'Refused', ...change },
  });
  expect(status).toBe(400);
  expect(body.detail).toContain(field);
});

test('Immich and Piwigo are tried with the key that was entered', async () => {
  const immich = await startImmich();
  const piwigo = await startPiwigo();
  const limited = immich.server.addKey(['user.read']);
  const problems = [];
  for (const body of [
    { name: 'Immich', kind: 'immich', address: immich.address, key: immich.server.addKey(['all']) },
    { name: 'Immich, limited', kind: 'immich', address: immich.address, key: limited },
    { name: 'Piwigo', kind: 'piwigo', address: piwigo.address, key: piwigo.server.addKey() },
    { name: 'Piwigo, password', kind: 'piwigo', address: piwigo.address, user: 'anna', password: 'secret' },
    { name: 'Piwigo, wrong', kind: 'piwigo', address: piwigo.address, user: 'anna', password: 'wrong' },
  ]) {
    const added = await add(body);
    expect(added.status).toBe(201);
    problems.push((await tried(added.body.id)).problems);
  }
  expect(problems).toEqual([
    [],
    expect.arrayContaining([expect.stringContaining('asset.upload'), expect.stringContaining('tag.asset')]),
    [],
    [],
    [expect.stringContaining('anna')],
  ]);
  expect([await immich.contents(), await piwigo.contents()]).toEqual([[], []]);
  await immich.end();
  await piwigo.end();
});
