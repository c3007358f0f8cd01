import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { randomBytes } from 'node:crypto';
import { createServer, connect, type AddressInfo, type Socket } from 'node:net';
import { once } from 'node:events';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { fileDestinationCases, handIn, kindOf, never, outgoing } from '../../../testing/file-destination-cases.ts';
import { openSsh, rcloneSftp, type SftpServer } from '../../../testing/sftp-servers.ts';
import { canMount } from '../../../testing/webdav-servers.ts';
import type { DestinationFailure } from '../destination.ts';
import type { SftpAccount } from './sftp-connection.ts';
import { sftpDestination } from './sftp-destination.ts';

const open = (account: SftpAccount, folder: string) => {
  const destination = sftpDestination(account, folder, { id: null, keep: () => undefined });
  onTestFinished(() => destination.close());
  return destination;
};

async function started(start: Promise<SftpServer>): Promise<SftpServer> {
  const server = await start;
  onTestFinished(() => server.stop());
  return server;
}

describe.each([
  ['OpenSSH', openSsh, 'folder'],
  ['rclone', rcloneSftp, 'name'],
] as const)('SFTP of %s', (_name, start, path) => {
  let server: SftpServer;
  beforeAll(async () => void (server = await start()));
  afterAll(() => server.stop());
  const openNew = () => {
    const made = server.newFolder();
    return Promise.resolve({ destination: open(server.account, made[path]), byHand: handIn(made.folder) });
  };
  fileDestinationCases(openNew, { isSlow: path === 'name' });
});

test('a server whose key is another, or not known yet, gets no password', async () => {
  const server = await started(rcloneSftp());
  const { hostKey } = server.account;
  const { folder, name } = server.newFolder();
  for (const pinned of [null, `SHA256:${'A'.repeat(43)}`]) {
    const destination = open({ ...server.account, hostKey: pinned }, name);
    const failure = await destination.test(never).catch((error: unknown) => error as DestinationFailure);
    expect(failure).toMatchObject({ kind: 'person', message: expect.stringContaining(hostKey!) as string });
  }
  const wrong = { ...server.account, password: 'no' };
  expect(await kindOf(open(wrong, name).test(never))).toBe('person');
  expect(handIn(folder).names('')).toEqual([]);
});

test('a wrong key and a wrong passphrase wait for a person', async () => {
  const server = await started(openSsh());
  const { folder } = server.newFolder();
  execFileSync('ssh-keygen', ['-q', '-p', '-N', 'pass phrase', '-f', server.userKey]);
  const privateKey = readFileSync(server.userKey, 'utf8');
  expect(await open({ ...server.account, privateKey, passphrase: 'pass phrase' }, folder).test(never)).toEqual([]);
  for (const more of [{ privateKey, passphrase: 'no' }, { privateKey: 'no key' }, { user: 'no-such-user' }])
    expect(await kindOf(open({ ...server.account, ...more }, folder).test(never))).toBe('person');
  expect(await kindOf(open({ ...server.account, port: 1 }, folder).test(never))).toBe('later');
});

test.skipIf(!canMount())('a full disk passes, and both the former picture and the place are as they were', async () => {
  const server = await started(openSsh({ megabytes: 8 }));
  const { folder } = server.newFolder();
  // The server sees its own disk under the name that it has for it.
  const destination = open(server.account, folder.replace(/^\/proc\/\d+\/root/, ''));
  await destination.whoIs(never);
  const placed = await destination.upload(outgoing('a.jpg', 'former'), never);
  const large = randomBytes(20_000_000);
  expect(await kindOf(destination.upload(outgoing('b.jpg', large), never))).toBe('later');
  expect(await kindOf(destination.replace(placed, outgoing('a.jpg', large), never))).toBe('later');
  expect(handIn(folder).names('')).toEqual(['.safelight-destination', 'a.jpg']);
  expect(await destination.look('a.jpg', never)).toMatchObject({ version: placed.version });
});

test('a server that only lets read: the test names the right that lacks', async () => {
  const server = await started(openSsh({ isReadOnly: true }));
  const { folder } = server.newFolder();
  expect(await open(server.account, folder).test(never)).toEqual([
    expect.stringMatching(/^It cannot make folders: .* this account may not do that/),
  ]);
});

test('a line that breaks in the middle is tried later, and the next upload begins anew', async () => {
  const server = await started(openSsh());
  const { folder } = server.newFolder();
  const lines = new Set<Socket>();
  let mostBytes = Infinity;
  const between = createServer((socket) => {
    const onward = connect(server.port, '127.0.0.1');
    lines.add(socket);
    let bytes = 0;
    socket.on('data', (chunk) => {
      if ((bytes += chunk.length) > mostBytes) socket.destroy();
    });
    for (const [from, to] of [
      [socket, onward],
      [onward, socket],
    ] as const)
      from
        .on('error', () => undefined)
        .on('close', () => to.destroy())
        .pipe(to);
  }).listen(0, '127.0.0.1');
  await once(between, 'listening');
  onTestFinished(() => {
    for (const line of lines) line.destroy();
    between.close();
  });
  const destination = open({ ...server.account, port: (between.address() as AddressInfo).port }, folder);
  await destination.whoIs(never);
  const placed = await destination.upload(outgoing('a.jpg', 'former'), never);
  mostBytes = 2_000_000;
  const large = outgoing('a.jpg', randomBytes(8_000_000));
  expect(await kindOf(destination.replace(placed, large, never))).toBe('later');
  expect(handIn(folder).text('a.jpg')).toBe('former');
  mostBytes = Infinity;
  const replaced = await destination.replace(placed, large, never);
  expect(await destination.look('a.jpg', never)).toMatchObject({ bytes: 8_000_000, version: replaced.version });
  expect(handIn(folder).names('')).toEqual(['.safelight-destination', 'a.jpg']);
});

test('who stops waits for nothing', async () => {
  const server = await started(openSsh());
  const stop = new AbortController();
  const destination = open(server.account, server.newFolder().folder);
  await destination.whoIs(stop.signal);
  const upload = destination.upload(outgoing('a.jpg', randomBytes(30_000_000)), stop.signal);
  stop.abort(new Error('stopped by hand'));
  await expect(upload).rejects.toThrow('stopped by hand');
});
