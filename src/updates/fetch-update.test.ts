import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generateKeyPairSync } from 'node:crypto';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import {
  archiveOf,
  makePortableCopy,
  makers,
  ownPlatform,
  releaseOf,
  startUpdateServer,
} from '../testing/portable-copy.ts';
import { askForRelease } from './ask-for-release.ts';
import { fetchUpdate } from './fetch-update.ts';
import { portableCopy } from './portable-copy.ts';

let folder: string;
let server: Awaited<ReturnType<typeof startUpdateServer>>;
let newer: { name: string; bytes: Buffer };
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'safelight-fetch-'));
  makePortableCopy(join(folder, 'new'), { version: '1.1.0' });
  newer = archiveOf(join(folder, 'new'));
  server = await startUpdateServer();
});
afterAll(() => {
  server.close();
  rmSync(folder, { recursive: true, force: true });
});

/** The new program's folder, or the code of what went wrong; and what lies beside the copy then. */
async function fetched(platform = ownPlatform, signal?: AbortSignal) {
  const base = mkdtempSync(join(folder, 'copy-'));
  onTestFinished(() => rmSync(base, { recursive: true, force: true }));
  writeFileSync(join(base, 'install-kind'), 'portable\n');
  const copy = portableCopy(base)!;
  const steps = new Set<string>();
  const result = await (async () => {
    const { address } = server;
    const release = await askForRelease(address, [makers.publicKey]);
    return fetchUpdate({
      copy,
      release,
      address,
      platform,
      onProgress: (step) => steps.add(step),
      patienceMs: 300,
      ...(signal && { signal }),
    });
  })().then(
    (program) => program.slice(copy.base.length),
    (error: unknown) => (error as { code: string }).code,
  );
  return { result, steps: [...steps], left: existsSync(copy.updates) ? readdirSync(copy.updates) : [] };
}

test('what was signed is downloaded and unpacked beside', async () => {
  server.offer(releaseOf('1.1.0', newer), newer.bytes);
  expect(await fetched()).toEqual({ result: '/updates/1.1.0', steps: ['download', 'unpack'], left: ['1.1.0'] });
});

test.each([
  ['one byte is another', () => Buffer.from(newer.bytes).fill(1, 500, 501)],
  ['it is too short', () => newer.bytes.subarray(0, -1)],
  ['it is too long', () => Buffer.concat([newer.bytes, Buffer.from('x')])],
])('a download is refused if %s', async (_what, bytes) => {
  server.offer(releaseOf('1.1.0', newer), bytes());
  expect(await fetched()).toMatchObject({ result: 'damaged', left: [] });
});

test('a download that breaks off, falls silent or is not there is given up', async () => {
  const release = releaseOf('1.1.0', newer);
  server.offer(release, (response) => {
    response.write(newer.bytes.subarray(0, 1000), () => response.destroy());
  });
  expect(await fetched()).toMatchObject({ result: 'damaged', left: [] });
  server.offer(release, (response) => void response.write(newer.bytes.subarray(0, 1000)));
  expect(await fetched()).toMatchObject({ result: 'damaged', left: [] });
  server.offer(release, (response) => void response.writeHead(404).end());
  expect(await fetched()).toMatchObject({ result: 'unreachable', left: [] });
});

test('a download that drips is given up, and one that nobody wants any more ends at once', async () => {
  const release = releaseOf('1.1.0', newer);
  const drips = new Set<NodeJS.Timeout>();
  server.offer({ ...release, files: [{ ...release.files[0]!, size: 1e6 }] }, (response) => {
    let at = 0;
    const drip = setInterval(() => response.write(newer.bytes.subarray(at, ++at)), 50);
    drips.add(drip);
    response.on('close', () => {
      clearInterval(drip);
      drips.delete(drip);
    });
  });
  expect(await fetched()).toMatchObject({ result: 'damaged', left: [] });
  const stop = new AbortController();
  const cancelled = fetched(ownPlatform, stop.signal);
  await vi.waitFor(() => expect(drips.size).toBe(1));
  stop.abort();
  expect(await cancelled).toMatchObject({ left: [] });
  await vi.waitFor(() => expect(drips.size).toBe(0));
});

test('what is signed but no copy of that version for this computer is refused', async () => {
  server.offer(releaseOf('1.2.0', newer), newer.bytes);
  expect(await fetched()).toMatchObject({ result: 'damaged', left: [] });
  const other = { ...newer, bytes: Buffer.from('no archive') };
  server.offer(releaseOf('1.1.0', other), other.bytes);
  expect(await fetched()).toMatchObject({ result: 'damaged', left: [] });
  server.offer(releaseOf('1.1.0', newer), newer.bytes);
  expect(await fetched('linux-riscv64')).toMatchObject({ result: 'no-file' });
});

test('more than the disk has room for is not begun', async () => {
  const release = releaseOf('1.1.0', newer);
  server.offer({ ...release, files: [{ ...release.files[0]!, size: 1e9, unpacked: 4e9 }] }, newer.bytes);
  // A disk of any test computer has less than a signed file may claim only sometimes: then the size is wrong.
  expect(['no-space', 'damaged']).toContain((await fetched()).result);
});

test('a stranger’s version file is refused before anything is downloaded', async () => {
  server.offer(releaseOf('1.1.0', newer), newer.bytes, generateKeyPairSync('ed25519').privateKey);
  server.asked.length = 0;
  expect(await fetched()).toEqual({ result: 'wrong-signature', steps: [], left: [] });
  expect(server.asked).toEqual(['/version.json']);
});
