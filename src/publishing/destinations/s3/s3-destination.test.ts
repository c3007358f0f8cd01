import { createHash, randomBytes } from 'node:crypto';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { fileDestinationCases, kindOf, never, outgoing, type ByHand } from '../../../testing/file-destination-cases.ts';
import { s3Server, type S3Server } from '../../../testing/s3-server.ts';
import { scriptedServer } from '../../../testing/scripted-server.ts';
import { fileDestination } from '../files/file-destination.ts';
import { openHttpClient } from '../http/http-client.ts';
import { s3Destination } from './s3-destination.ts';
import { s3Requests, type S3Account } from './s3-requests.ts';
import { s3Store } from './s3-store.ts';

let server: S3Server;
beforeAll(async () => void (server = await s3Server()));
afterAll(() => server.stop());

let folders = 0;
const newFolder = () => ({ ...server.account, prefix: `f${++folders}/` });
const open = (account: S3Account) => {
  const destination = s3Destination(account, null, { id: null, keep: () => undefined });
  onTestFinished(() => destination.close());
  return destination;
};

/** With requests of its own, and without what Safelight stores beside a file. */
function byHandIn(account: S3Account): ByHand {
  const client = openHttpClient(null);
  onTestFinished(() => client.close());
  const ask = s3Requests(client, account);
  const store = s3Store(account, null);
  return {
    async put(path, body) {
      const sha256 = createHash('sha256').update(body).digest('hex');
      await ask('By hand', [200], { method: 'PUT', path, body, sha256 }, never);
    },
    text: async (path) => (await ask('By hand', [200], { method: 'GET', path }, never)).body.toString('latin1'),
    async remove(path) {
      await ask('By hand', [204], { method: 'DELETE', path }, never);
    },
    names: async (folder) =>
      // This server escapes an ampersand twice.
      ((await store.list(folder, never)) ?? []).map(({ name }) => name.replaceAll('&amp;', '&')).sort(),
  };
}

fileDestinationCases(
  () => {
    const account = newFolder();
    return Promise.resolve({ destination: open(account), byHand: byHandIn(account) });
  },
  // There are none, so what looks like one is somebody else's.
  { keepsDrafts: true },
);

test('who a picture is and its hash are stored with it', async () => {
  const destination = open(newFolder());
  await destination.whoIs(never);
  const picture = outgoing('ä.jpg', 'bytes', { mark: 'Web é/library/17' });
  const placed = await destination.upload(picture, never);
  expect(await destination.look(placed.id, never)).toMatchObject({ mark: 'Web é/library/17', sha256: picture.sha256 });
  // Two publications of one picture are two files, and each finds its own.
  const other = { ...picture, mark: 'Print/library/17' };
  expect(await destination.find(other, never)).toBeNull();
  const second = await destination.upload(other, never);
  expect(await destination.find(other, never)).toEqual({ id: second.id, version: second.version });
  expect(await destination.find(picture, never)).toEqual({ id: placed.id, version: placed.version });
});

test('a large picture goes in parts', async () => {
  const account = newFolder();
  const destination = open(account);
  await destination.whoIs(never);
  const large = outgoing('large.tif', randomBytes(70 * 1024 * 1024));
  const { id } = await destination.upload(large, never);
  const there = await s3Store(account, null).sha256(id, never);
  expect(there).toBe(large.sha256);
  expect(await destination.look(id, never)).toMatchObject({ bytes: large.bytes, sha256: large.sha256 });
});

test.each<[what: string, change: Partial<S3Account>, problem: RegExp]>([
  ['a wrong secret', { secretKey: 'no' }, /secret key is wrong/],
  ['a key that there is not', { accessKey: 'NOBODY' }, /no such access key|may not do that/],
  ['a bucket that there is not', { bucket: 'others' }, /no such bucket/],
])('%s waits for a person', async (_what, change, problem) => {
  const destination = open({ ...newFolder(), ...change });
  const failure = await destination.test(never).catch((error: unknown) => error);
  expect(failure).toMatchObject({ kind: 'person', message: expect.stringMatching(problem) as string });
});

/** A bucket that counts what is there and what is on its way. `complete`: what it does with the last request of an upload in parts. */
async function bucketOfParts(complete: (taken: boolean) => number) {
  const objects = new Map<string, string>();
  const uploads = new Set<string>(['theirs']);
  const meanwhile = { taken: false };
  const { url } = await scriptedServer(({ method, path, headers }, response) => {
    const { pathname, searchParams } = new URL(path, 'http://bucket');
    const upload = searchParams.get('uploadId');
    const reply = (status: number, xml = '') => void response.writeHead(status, { etag: '"e"' }).end(xml);
    if (searchParams.has('list-type')) return reply(200, listed(''));
    if (method === 'HEAD') {
      const there = objects.get(pathname);
      if (there === undefined) return reply(404);
      return void response.writeHead(200, { etag: `"${there}"`, 'content-length': there.length }).end();
    }
    if (method === 'DELETE' && upload !== null) return reply(uploads.delete(upload) ? 204 : 404);
    if (method === 'POST' && upload === null) {
      uploads.add('ours');
      return reply(200, '<InitiateMultipartUploadResult><UploadId>ours</UploadId></InitiateMultipartUploadResult>');
    }
    if (upload !== null && method === 'PUT') {
      if (meanwhile.taken) objects.set(pathname, 'theirs');
      return reply(200);
    }
    const isTaken = objects.has(pathname);
    const status = method === 'POST' ? complete(isTaken) : headers['if-none-match'] === '*' && isTaken ? 412 : 200;
    if (status !== 200) return reply(status, '<Error/>');
    if (upload !== null) uploads.delete(upload);
    objects.set(pathname, 'ours');
    reply(200, '<CompleteMultipartUploadResult/>');
  });
  const store = s3Store({ ...server.account, address: url, prefix: '' }, null);
  onTestFinished(() => store.close());
  const { file, bytes, sha256 } = outgoing('large.tif', Buffer.alloc(65 * 1024 * 1024));
  return {
    objects,
    uploads,
    meanwhile,
    store,
    send: (begin = (_upload: string): void => undefined) =>
      store.write('large.tif', { from: file, bytes, sha256, mark: null, begin }, 'nothing', never),
  };
}
const LARGE = '/pictures/large.tif';

test.each<[what: string, complete: (taken: boolean) => number]>([
  ['that knows conditions', (taken) => (taken ? 412 : 200)],
  ['that puts no parts together under a condition', () => 501],
  ['that does not mind conditions', () => 200],
])('a large picture takes nobody’s name from a server %s, and leaves no parts', async (_what, complete) => {
  const bucket = await bucketOfParts(complete);
  bucket.meanwhile.taken = true;
  expect(await kindOf(bucket.send())).toBe('later');
  expect([bucket.objects.get(LARGE), ...bucket.uploads]).toEqual(['theirs', 'theirs']);
  bucket.meanwhile.taken = false;
  bucket.objects.clear();
  await bucket.send();
  expect([bucket.objects.get(LARGE), ...bucket.uploads]).toEqual(['ours', 'theirs']);
});

test.each<[what: string, complete: (taken: boolean) => number]>([
  ['412', () => 412],
  ['501, and then refuses the whole file, too', () => 501],
])('a name that is taken while the parts are put together: %s', async (_what, complete) => {
  const bucket = await bucketOfParts((taken) => {
    if (!taken) bucket.objects.set(LARGE, 'theirs');
    return complete(taken);
  });
  expect(await kindOf(bucket.send())).toBe('later');
  expect([bucket.objects.get(LARGE), ...bucket.uploads]).toEqual(['theirs', 'theirs']);
});

test('parts that a crash left are given up, and nobody else’s', async () => {
  const bucket = await bucketOfParts(() => 200);
  const begun: string[] = [];
  await bucket.send((upload) => begun.push(upload));
  expect(begun).toEqual(['ours']);
  bucket.objects.clear();
  bucket.uploads.add('ours');
  const destination = fileDestination(bucket.store, { id: null, keep: () => undefined });
  const left = outgoing('large.tif', '', { chosen: 'large.tif', begun: 'ours' });
  await kindOf(destination.find(left, never));
  expect([...bucket.uploads]).toEqual(['theirs']);
  bucket.uploads.add('ours');
  await destination.giveUp?.(left, never);
  expect([...bucket.uploads]).toEqual(['theirs']);
});

const listed = (inner: string) => `<ListBucketResult>${inner}</ListBucketResult>`;
test.each<[what: string, status: number, body: string, kind: string]>([
  ['a login page', 200, '<html><body>Sign in</body></html>', 'unknown'],
  ['a list that goes on, but does not say where', 200, listed('<IsTruncated>true</IsTruncated>'), 'unknown'],
  ['a list that was cut', 200, listed('<Contents><Key>a</Key>').slice(0, -20), 'unknown'],
  ['a file without its size', 200, listed('<Contents><Key>a.jpg</Key></Contents>'), 'unknown'],
  ['a clock that is wrong', 403, '<Error><Code>RequestTimeTooSkewed</Code></Error>', 'person'],
  ['a server that has too much to do', 503, '<Error><Code>SlowDown</Code></Error>', 'later'],
])('%s: no list follows from it', async (_what, status, body, kind) => {
  const { url } = await scriptedServer((_asked, response) => void response.writeHead(status).end(body));
  expect(await kindOf(open({ ...server.account, address: url }).list(null, [], never))).toBe(kind);
});

test('the second page of a list that fails makes the whole unknown, and a full one has them all', async () => {
  const page = (name: string, more: string) =>
    listed(`<Contents><Key>${name}</Key><Size>1</Size><ETag>"x"</ETag></Contents>${more}`);
  let fails = true;
  const { url } = await scriptedServer(({ path }, response) => {
    const isSecond = path.includes('continuation-token=more');
    if (isSecond && fails) response.writeHead(500).end();
    else if (isSecond) response.end(page('b.jpg', '<IsTruncated>false</IsTruncated>'));
    else
      response.end(page('a.jpg', '<IsTruncated>true</IsTruncated><NextContinuationToken>more</NextContinuationToken>'));
  });
  const destination = open({ ...server.account, address: url });
  expect(await kindOf(destination.list(null, [], never))).toBe('later');
  fails = false;
  expect((await destination.list(null, [], never)).map(({ name }) => name)).toEqual(['a.jpg', 'b.jpg']);
});
