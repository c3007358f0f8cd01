import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { jpeg } from '../testing/pictures/jpeg.ts';
import { colourQuarters } from '../testing/pictures/pixels.ts';
import { startApp } from '../testing/start-app.ts';

const HOUR = 3_600_000;
const hash = (byte: number) => new Uint8Array(16).fill(byte);
let picture: Buffer;
beforeAll(async () => (picture = await jpeg(colourQuarters())));

test('a change of the future makes no preview stale for good: one rendered after it was seen is current', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'safelight-clock-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const changed = Date.now() + 2 * HOUR;
  const app = await startApp({
    library: [{ id: 1, film: folder, changed, hash: { basic: hash(1), current: hash(2) } }],
  });
  const { index } = app.app.services;
  await index.settled();
  const file = join(app.dataDir, 'previews', '2', '1.jpg');
  const rendered = (ms: number) => {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, picture);
    utimesSync(file, ms / 1000, ms / 1000);
  };
  const isStale = async () => {
    const { status, headers } = await app.ask('GET', '/api/v1/images/1/preview?size=2');
    expect([status, headers.get('x-preview-source')]).toEqual([200, 'bridge']);
    return headers.has('x-preview-warning');
  };
  rendered(Date.now() - HOUR);
  expect(await isStale()).toBe(true);
  rendered(Date.now());
  expect(await isStale()).toBe(false);
  app.library.change('UPDATE history_hash SET current_hash = ? WHERE imgid = 1', hash(3));
  await index.settled();
  expect(await isStale()).toBe(true);
});
