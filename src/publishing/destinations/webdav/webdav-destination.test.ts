import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { fileDestinationCases, handIn, kindOf, never, outgoing } from '../../../testing/file-destination-cases.ts';
import { apache, lighttpd, rclone, type FileServer } from '../../../testing/webdav-servers.ts';
import { webdavDestination } from './webdav-destination.ts';

const newMarker = () => ({ id: null, keep: () => undefined });
const account = (server: FileServer, folder: string, more = {}) => ({
  address: new URL(`http://127.0.0.1:${server.port}/${folder}/`),
  user: 'u',
  password: 'pw',
  ...more,
});

describe.each([
  ['Apache', apache],
  ['lighttpd', lighttpd],
  ['rclone', rclone],
])('WebDAV of %s', (_name, start) => {
  let server: FileServer;
  beforeAll(async () => void (server = await start()));
  afterAll(() => server.stop());

  fileDestinationCases(() => {
    const { name, folder } = server.newFolder();
    const destination = webdavDestination(account(server, name), null, newMarker());
    return Promise.resolve({ destination, byHand: handIn(folder) });
  });

  test('a wrong password waits for a person, and no bodies are sent', async () => {
    const { name, folder } = server.newFolder();
    const destination = webdavDestination(account(server, name, { password: 'no' }), null, newMarker());
    expect(await kindOf(destination.test(never))).toBe('person');
    expect(await kindOf(destination.upload(outgoing('a.jpg'), never))).toBe('person');
    expect(handIn(folder).names('')).toEqual([]);
  });
});
