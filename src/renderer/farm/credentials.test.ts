import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { readCredentials } from './credentials.ts';

const good = {
  name: 'laptop-2',
  seed: `SU${'A2'.repeat(28)}`,
  certificate: '-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n',
};

function fileWith(content: string, mode = 0o600): string {
  const folder = mkdtempSync(join(tmpdir(), 'safelight-credentials-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, 'laptop-2.json');
  writeFileSync(file, content);
  chmodSync(file, mode);
  return file;
}

test('a file of credentials is read as it was written', () => {
  expect(readCredentials(fileWith(JSON.stringify(good)))).toEqual(good);
});

test.each([
  ['no JSON', good.seed],
  ['a list', '[]'],
  ['a name for another subject', JSON.stringify({ ...good, name: 'w1.>' })],
  ['a cut seed', JSON.stringify({ ...good, seed: good.seed.slice(0, -1) })],
  ['a public key', JSON.stringify({ ...good, seed: `UA${good.seed.slice(2)}` })],
  ['no certificate', JSON.stringify({ ...good, certificate: '' })],
])('%s is refused, without a word of the key', (_what, content) => {
  const file = fileWith(content);
  const reason = reasonOf(() => readCredentials(file));
  expect(reason).toBe(`${file} is not a file that "safelight farm" has written.`);
});

test.skipIf(process.platform === 'win32')('a key that others can read is refused, with the cure', () => {
  const file = fileWith(JSON.stringify(good), 0o640);
  expect(reasonOf(() => readCredentials(file))).toBe(
    `Other users can read ${file}. Let only yourself read it: chmod 600 ${file}`,
  );
});

test('a missing file and a folder are named', () => {
  const file = fileWith('');
  expect(reasonOf(() => readCredentials(`${file}x`))).toBe(`There is no file ${file}x.`);
  expect(reasonOf(() => readCredentials(tmpdir()))).toContain('is a folder');
});

function reasonOf(act: () => unknown): string {
  try {
    act();
  } catch (error) {
    return (error as Error).message;
  }
  throw new Error('Nothing was refused.');
}
