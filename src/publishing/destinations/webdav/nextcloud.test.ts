import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { expect, onTestFinished, test } from 'vitest';
import { fileDestinationCases, kindOf, never, outgoing } from '../../../testing/file-destination-cases.ts';
import { nextcloudDouble, type NextcloudDouble } from '../../../testing/nextcloud-double.ts';
import { webdavDestination } from './webdav-destination.ts';

async function open() {
  const cloud = await nextcloudDouble();
  onTestFinished(() => cloud.close());
  return { cloud, destination: openAt(cloud) };
}
const openAt = (cloud: NextcloudDouble, password = 'app-password') =>
  webdavDestination({ address: cloud.address, user: 'ute', password }, null, { id: null, keep: () => undefined });

fileDestinationCases(async () => {
  const { cloud, destination } = await open();
  const byHand = {
    put: (path: string, bytes: Buffer) => void cloud.files.set(path, { bytes, fileId: '', etag: `"${randomUUID()}"` }),
    text: (path: string) => cloud.files.get(path)!.bytes.toString('latin1'),
    remove: (path: string) => void cloud.files.delete(path),
    names: (folder: string) =>
      [...cloud.files.keys(), ...cloud.folders]
        .filter((path) => path !== '' && path.slice(0, Math.max(0, path.lastIndexOf('/'))) === folder)
        .map((path) => path.slice(path.lastIndexOf('/') + 1))
        .sort(),
  };
  return { destination, byHand };
});

const LARGE = 26 * 1024 * 1024;
const hash = (bytes: Buffer | undefined) => createHash('sha256').update(bytes!).digest('hex');

test('a large picture goes in chunks, and a replacement of any size keeps the file that links hang on', async () => {
  const { cloud, destination } = await open();
  await destination.whoIs(never);
  const first = outgoing('a.jpg', randomBytes(LARGE));
  const placed = await destination.upload(first, never);
  expect(cloud.asked.filter(({ method, path }) => method === 'PUT' && path.includes('/uploads/'))).toHaveLength(3);
  expect(hash(cloud.files.get('a.jpg')?.bytes)).toBe(first.sha256);
  const { fileId } = cloud.files.get('a.jpg')!;
  const large = outgoing('a.jpg', randomBytes(LARGE + 5));
  const replaced = await destination.replace(placed, large, never);
  expect(hash(cloud.files.get('a.jpg')?.bytes)).toBe(large.sha256);
  await destination.replace(replaced, outgoing('a.jpg', 'small'), never);
  expect(cloud.files.get('a.jpg')).toMatchObject({ fileId, bytes: Buffer.from('small') });
  expect(cloud.uploads.size).toBe(0);
});

test('an upload that was cut goes on with the chunks that are missing', async () => {
  const { cloud, destination } = await open();
  await destination.whoIs(never);
  const picture = outgoing('a.jpg', randomBytes(LARGE));
  cloud.chunksUntilCut = 2;
  expect(await kindOf(destination.upload(picture, never))).toBe('later');
  expect([...cloud.files.keys()]).toEqual(['.safelight-destination']);
  cloud.chunksUntilCut = Infinity;
  cloud.asked.length = 0;
  await destination.upload(picture, never);
  expect(cloud.asked.filter(({ method, path }) => method === 'PUT' && path.includes('/uploads/'))).toHaveLength(1);
  expect(hash(cloud.files.get('a.jpg')?.bytes)).toBe(picture.sha256);
});

test('a used quota and a wrong app password wait for a person; maintenance passes', async () => {
  const { cloud, destination } = await open();
  await destination.whoIs(never);
  const placed = await destination.upload(outgoing('a.jpg', 'former'), never);
  cloud.quota = 10_000;
  for (const bytes of [20_000, LARGE]) {
    expect(await kindOf(destination.upload(outgoing('b.jpg', randomBytes(bytes)), never))).toBe('person');
    expect(await kindOf(destination.replace(placed, outgoing('a.jpg', randomBytes(bytes)), never))).toBe('person');
  }
  expect(cloud.files.get('a.jpg')!.bytes.toString()).toBe('former');
  expect([...cloud.files.keys()]).toEqual(['.safelight-destination', 'a.jpg']);
  expect(await kindOf(openAt(cloud, 'no').whoIs(never))).toBe('person');
  cloud.isInMaintenance = true;
  expect(await kindOf(openAt(cloud).whoIs(never))).toBe('later');
});
