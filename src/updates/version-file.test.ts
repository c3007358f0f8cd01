import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { readPublicKeys, readVersionFile, type Release, signedVersionFile } from './version-file.ts';

const { privateKey, publicKey } = generateKeyPairSync('ed25519');
const stranger = generateKeyPairSync('ed25519');
const release: Release = {
  version: '1.1.0',
  date: '2026-12-01',
  notes: '- Grüße',
  files: [{ platform: 'linux-amd64', name: 'safelight-1.1.0.tar.gz', size: 10, unpacked: 20, sha256: 'ab'.repeat(32) }],
};
const refusal = (text: string, keys = [publicKey]) => {
  try {
    return readVersionFile(text, keys);
  } catch (error) {
    return (error as { code: string }).code;
  }
};

test('a signed release is read, by any of the keys', () => {
  const text = signedVersionFile(release, privateKey);
  expect(readVersionFile(text, [publicKey])).toEqual(release);
  expect(readVersionFile(text, [stranger.publicKey, publicKey])).toEqual(release);
});

test('a stranger’s signature, a changed byte and no key are refused', () => {
  const text = signedVersionFile(release, privateKey);
  expect(refusal(signedVersionFile(release, stranger.privateKey))).toBe('wrong-signature');
  expect(refusal(text, [])).toBe('wrong-signature');
  const file = JSON.parse(text) as { signed: string; signature: string };
  const signed = Buffer.from(JSON.stringify({ ...release, version: '9.9.9' })).toString('base64');
  expect(refusal(JSON.stringify({ ...file, signed }))).toBe('wrong-signature');
  expect(refusal(JSON.stringify({ ...file, signature: 'AAAA' }))).toBe('wrong-signature');
});

test('what is no version file is said to be none', () => {
  for (const text of ['', '<html></html>', '[]', '{}', '{"signed":"%","signature":"%"}'])
    expect([text, refusal(text)]).toEqual([text, 'unreadable']);
});

test('a name that leads out of its folder is not offered', () => {
  for (const name of ['../safelight.tar.gz', '/etc/passwd', 'https://elsewhere/x', '.x'])
    expect(() => signedVersionFile({ ...release, files: [{ ...release.files[0]!, name }] }, privateKey)).toThrow(
      /name/,
    );
});

test('keys are lines of base64 between comments', () => {
  const folder = mkdtempSync(join(tmpdir(), 'safelight-keys-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const line = publicKey.export({ format: 'der', type: 'spki' }).toString('base64');
  writeFileSync(join(folder, 'keys'), `# Made in 2026\n\n${line}\n`);
  expect(readPublicKeys(join(folder, 'keys')).map((key) => key.equals(publicKey))).toEqual([true]);
});
