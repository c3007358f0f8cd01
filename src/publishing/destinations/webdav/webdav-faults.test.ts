import { randomBytes, X509Certificate } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { handIn, kindOf, never, outgoing } from '../../../testing/file-destination-cases.ts';
import { scriptedServer, type Asked } from '../../../testing/scripted-server.ts';
import {
  apache,
  canMount,
  lighttpd,
  ownCertificate,
  rclone,
  type FileServer,
} from '../../../testing/webdav-servers.ts';
import type { DestinationFailure } from '../destination.ts';
import { webdavDestination } from './webdav-destination.ts';

const newMarker = () => ({ id: null, keep: () => undefined });
const openAt = (address: URL, certificate: string | null = null) =>
  webdavDestination({ address, user: 'u', password: 'pw' }, certificate, newMarker());

function openNew(server: FileServer) {
  onTestFinished(() => server.stop());
  const { name, folder } = server.newFolder();
  return { folder, destination: openAt(new URL(`http://127.0.0.1:${server.port}/${name}/`)) };
}

test.skipIf(!canMount()).each([
  ['Apache', apache],
  ['lighttpd', lighttpd],
  ['rclone', rclone],
])('a full disk behind %s passes, and both the former picture and the place are as they were', async (_name, start) => {
  const { folder, destination } = openNew(await start({ megabytes: 8 }));
  await destination.whoIs(never);
  const former = outgoing('a.jpg', randomBytes(1_000_000));
  const placed = await destination.upload(former, never);
  const large = randomBytes(20_000_000);
  expect(await kindOf(destination.upload(outgoing('b.jpg', large), never))).toBe('later');
  expect(await kindOf(destination.replace(placed, outgoing('a.jpg', large), never))).toBe('later');
  expect(handIn(folder).names('')).toEqual(['.safelight-destination', 'a.jpg']);
  expect(await destination.find(former, never)).toEqual({ id: placed.id, version: placed.version });
});

test.each([
  ['Apache', apache],
  ['lighttpd', lighttpd],
  ['rclone', rclone],
])('%s that only lets read: the test names the right that lacks', async (_name, start) => {
  const { folder, destination } = openNew(await start({ isReadOnly: true }));
  expect(await destination.test(never)).toEqual([expect.stringContaining('It cannot make folders')]);
  expect(handIn(folder).names('')).toEqual([]);
});

const page = '<!doctype html><html><head><title>Sign in</title></head><body>Please sign in</body></html>';
const collection = (href: string) =>
  `<D:response><D:href>${href}</D:href><D:propstat><D:prop><D:resourcetype><D:collection/></D:resourcetype></D:prop><D:status>HTTP/1.1 200 OK</D:status></D:propstat></D:response>`;
const file = (href: string) =>
  `<D:response><D:href>${href}</D:href><D:propstat><D:prop><D:resourcetype/><D:getcontentlength>1</D:getcontentlength></D:prop><D:status>HTTP/1.1 200 OK</D:status></D:propstat></D:response>`;
const listing = (...responses: string[]) => `<D:multistatus xmlns:D="DAV:">${responses.join('')}</D:multistatus>`;

test.each<[what: string, status: number, body: string]>([
  ['a login page', 200, page],
  ['a login page that says it is a list', 207, page],
  ['nothing', 207, ''],
  ['a list that was cut', 207, listing(collection('/'), file('/a.jpg')).slice(0, -10)],
  ['a list without the folder itself', 207, listing(file('/a.jpg'), file('/b.jpg'))],
  [
    'a list that says it is not all',
    207,
    listing(
      collection('/'),
      '<D:response><D:href>/</D:href><D:status>HTTP/1.1 507 Insufficient Storage</D:status></D:response>',
    ),
  ],
  [
    'a file whose size is not told',
    207,
    listing(collection('/'), file('/a.jpg').replace(/<D:getcontentlength>.*?<\/D:getcontentlength>/, '')),
  ],
  ['warnings before the list', 207, `Warning: deprecated in /var/www/x.php\n${listing(collection('/'))}`],
])('%s is no answer: nothing follows from it', async (_what, status, body) => {
  const { url, asked } = await scriptedServer((_asked, response) => void response.writeHead(status).end(body));
  const destination = openAt(url);
  for (const act of [
    () => destination.list(null, [], never),
    () => destination.find(outgoing('a.jpg', 'a', { chosen: 'a.jpg' }), never),
    () => destination.look('a.jpg', never),
    () => destination.remove({ id: 'a.jpg', version: '' }, never),
    () => destination.upload(outgoing('a.jpg', 'a'), never),
  ])
    expect(await kindOf(act())).toMatch(/^(unknown|changed_there)$/);
  expect(new Set(asked.map(({ method, path }) => `${method} ${path.replace(/safelight-\w+/, 'x')}`))).not.toContain(
    'DELETE /a.jpg',
  );
});

test('a redirect is not followed, and what it leads to is told', async () => {
  const other = await scriptedServer((_asked, response) => void response.writeHead(200).end());
  const { url } = await scriptedServer(
    (_asked, response) => void response.writeHead(307, { location: other.url.href }).end(),
  );
  const failure = await openAt(url)
    .whoIs(never)
    .catch((error: unknown) => error as DestinationFailure);
  expect(failure).toMatchObject({ kind: 'person', message: expect.stringContaining(other.url.href) as string });
  expect(other.asked).toEqual([]);
});

test.each([
  [429, { 'retry-after': '120' }, 'later', 120],
  [503, {}, 'later', null],
  [504, {}, 'later', null],
  [413, {}, 'never', null],
  [415, {}, 'never', null],
  [403, {}, 'person', null],
  [423, {}, 'later', null],
] as const)('the answer %i to a picture', async (status, headers, kind, retryAfterSeconds) => {
  const answer = ({ method }: Asked, response: ServerResponse) => {
    if (method === 'PUT') response.writeHead(status, headers).end();
    else if (method === 'PROPFIND') response.writeHead(207).end(listing(collection('/')));
    else response.writeHead(204).end();
  };
  const destination = openAt((await scriptedServer(answer)).url);
  const failure = await destination.upload(outgoing('a.jpg'), never).catch((error: unknown) => error);
  expect(failure).toMatchObject({ kind, retryAfterSeconds });
});

test('a line that breaks in the middle of a picture is tried later, and only the draft is tidied up', async () => {
  const { url, asked } = await scriptedServer(({ method }, response) => {
    if (method === 'PUT') response.destroy();
    else response.writeHead(method === 'DELETE' ? 204 : 404).end();
  });
  const destination = openAt(url);
  expect(await kindOf(destination.upload(outgoing('a.jpg', randomBytes(2_000_000)), never))).toBe('later');
  expect(asked.map(({ method, path }) => [method, path])).toEqual([
    ['PUT', expect.stringMatching(/^\/\.safelight-\w+\.tmp$/)],
    ['DELETE', asked[0]!.path],
  ]);
});

test('a large picture waits for the word of the server, which saves sending it for nothing', async () => {
  const { url, asked } = await scriptedServer((_asked, response) => void response.writeHead(401).end());
  expect(await kindOf(openAt(url).upload(outgoing('a.jpg', randomBytes(2_000_000)), never))).toBe('person');
  expect(asked[0]!.headers.expect).toBe('100-continue');
});

test('a certificate of one’s own is trusted when it is pinned, by itself or by its fingerprint, and no other', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'safelight-certificate-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const own = ownCertificate(folder);
  const server = await apache({ certificate: own });
  onTestFinished(() => server.stop());
  const { name } = server.newFolder();
  const address = new URL(`https://127.0.0.1:${server.port}/${name}/`);
  const pem = readFileSync(own.certificate, 'utf8');
  const { fingerprint256 } = new X509Certificate(pem);
  const failure = await openAt(address)
    .test(never)
    .catch((error: unknown) => error as DestinationFailure);
  expect(failure).toMatchObject({ kind: 'person', message: expect.stringContaining(fingerprint256) as string });
  for (const pinned of [pem, fingerprint256, fingerprint256.replaceAll(':', '').toLowerCase()]) {
    const destination = openAt(address, pinned);
    expect(await destination.test(never)).toEqual([]);
    await destination.close();
  }
  for (const other of [fingerprint256.replace(/^../, fingerprint256.startsWith('00') ? '01' : '00')])
    expect(await kindOf(openAt(address, other).test(never))).toBe('person');
});

test('who stops waits for nothing', async () => {
  const { url } = await scriptedServer(() => undefined);
  const stop = new AbortController();
  const waiting = openAt(url).whoIs(stop.signal);
  stop.abort(new Error('stopped by hand'));
  await expect(waiting).rejects.toThrow('stopped by hand');
});
