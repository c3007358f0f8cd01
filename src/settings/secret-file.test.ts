import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { silentLog } from '../platform/log.ts';
import { openSecretFile } from './secret-file.ts';

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'safelight-key-'));
  onTestFinished(() => rmSync(path, { recursive: true, force: true }));
  return path;
}
const open = (file: string) => openSecretFile({ file, log: silentLog() });
/** Windows has no such bits: everything is 666 there. */
const FOR_OWNER_ALONE = process.platform === 'win32' ? 0o666 : 0o600;

test('the key is made once, random, for its owner alone, and found again', () => {
  const dir = join(folder(), 'new');
  const file = join(dir, 'signing.key');
  const key = open(file).key();
  expect(key).toHaveLength(32);
  expect(open(file).key()).toEqual(key);
  expect(open(join(folder(), 'signing.key')).key()).not.toEqual(key);
  expect(readdirSync(dir)).toEqual(['signing.key']);
  expect(statSync(file).mode & 0o777).toBe(FOR_OWNER_ALONE);
});

test('processes that start at the same moment agree on one key', async () => {
  const file = join(folder(), 'signing.key');
  const source = `
    import { openSecretFile } from ${JSON.stringify(import.meta.resolve('./secret-file.ts'))};
    process.stdin.once('data', () => {
      console.log(openSecretFile({ file: ${JSON.stringify(file)}, log: { warn() {} } }).key().toString('hex'));
      process.exit();
    });
    console.log('ready');`;
  const racers = Array.from({ length: 4 }, () => {
    const racer = spawn(process.execPath, ['--input-type=module', '-e', source], {
      stdio: ['pipe', 'pipe', 'inherit'],
    });
    racer.stdout.setEncoding('utf8');
    return racer;
  });
  await Promise.all(racers.map(({ stdout }) => once(stdout, 'data')));
  const keys = racers.map(({ stdout }) => once(stdout, 'data'));
  for (const { stdin } of racers) stdin.write('go\n');
  const found = (await Promise.all(keys)).flat().map((key) => String(key).trim());
  expect(found).toHaveLength(4);
  expect(new Set(found)).toEqual(new Set([readFileSync(file, 'latin1').trim()]));
});

test('a key that others could read is closed to them', () => {
  const file = join(folder(), 'signing.key');
  const key = open(file).key();
  chmodSync(file, 0o644);
  expect(open(file).key()).toEqual(key);
  expect(statSync(file).mode & 0o777).toBe(FOR_OWNER_ALONE);
});

test.each([
  ['short', (file: string) => truncateSync(file, 20)],
  ['empty', (file: string) => truncateSync(file, 0)],
  ['no key', (file: string) => writeFileSync(file, 'x'.repeat(64))],
  ['longer than a key', (file: string) => writeFileSync(file, 'a'.repeat(66))],
])('a damaged file (%s) is replaced by a whole new key', (_title, damage) => {
  const file = join(folder(), 'signing.key');
  const key = open(file).key();
  damage(file);
  const next = open(file).key();
  expect(next).toHaveLength(32);
  expect(next).not.toEqual(key);
  expect(open(file).key()).toEqual(next);
});

test('a new key takes the place of the old one for good', () => {
  const file = join(folder(), 'signing.key');
  const secret = open(file);
  const before = secret.key();
  const after = secret.rotate();
  expect(after).not.toEqual(before);
  expect(secret.key()).toEqual(after);
  expect(open(file).key()).toEqual(after);
});

test('a place where no file can be: an error that names it', () => {
  const file = join(folder(), 'a-file');
  writeFileSync(file, '');
  expect(() => open(join(file, 'signing.key'))).toThrow(`The key file ${join(file, 'signing.key')} cannot be used`);
});
