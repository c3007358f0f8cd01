import { mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import express from 'express';
import { expect, onTestFinished, test } from 'vitest';
import { etagOf, pictureFacts } from '../../previews/picture-file.ts';
import { sendFile } from './send-file.ts';

/** Serves a file, but lets something happen to it between stat and sending. */
async function serving(content: string, meanwhile: (file: string) => void) {
  const folder = mkdtempSync(join(tmpdir(), 'safelight-send-'));
  const file = join(folder, 'picture.jpg');
  writeFileSync(file, content);
  const app = express();
  app.get('/', async (req, res) => {
    const facts = await pictureFacts(file);
    if (!facts) throw new Error('no file');
    meanwhile(file);
    if (!(await sendFile(req, res, { ...facts, contentType: 'image/jpeg', etag: etagOf(facts) }, {})))
      res.status(202).end('gone');
  });
  const server = app.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
    rmSync(folder, { recursive: true, force: true });
  });
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  return async () => {
    const response = await fetch(url);
    return { status: response.status, text: await response.text(), etag: response.headers.get('etag') };
  };
}

const replace = (content: string) => (file: string) => {
  writeFileSync(`${file}.new`, content);
  renameSync(`${file}.new`, file);
};

test.each([
  ['small', 100],
  ['large', 500_000],
])('a %s file that vanishes before it is opened: nothing is sent', async (_name, size) => {
  const ask = await serving('a'.repeat(size), (file) => rmSync(file));
  expect(await ask()).toMatchObject({ status: 202, text: 'gone' });
});

test.each([
  ['small', 100, 200],
  ['large', 500_000, 600_000],
  ['large, by a smaller one', 500_000, 70_000],
])('a %s file that is replaced before it is opened is sent under its own tag', async (_name, size, other) => {
  const seen: string[] = [];
  const ask = await serving('a'.repeat(size), (file) => {
    const content = (seen.length === 0 ? 'b' : 'c').repeat(other);
    seen.push(content);
    replace(content)(file);
  });
  const first = await ask();
  const second = await ask();
  expect([first.text, second.text]).toEqual(seen);
  expect(first.etag).not.toBe(second.etag);
});

test('a folder that takes the file’s place is not sent', async () => {
  const ask = await serving('a', (file) => {
    rmSync(file);
    renameSync(mkdtempSync(`${file}-`), file);
  });
  expect((await ask()).status).toBe(202);
});
