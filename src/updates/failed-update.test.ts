import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { failedUpdate, forgetFailedUpdate, noteFailedUpdate } from './failed-update.ts';

function portable() {
  const base = mkdtempSync(join(tmpdir(), 'safelight-failed-'));
  onTestFinished(() => rmSync(base, { recursive: true }));
  const updates = join(base, 'updates');
  mkdirSync(updates);
  return { base, launcher: join(base, 'safelight'), updates };
}

test('an update that was taken back is told by whoever starts next, until another one is tried', () => {
  const copy = portable();
  expect(failedUpdate(copy)).toBeNull();
  const failed = { version: '2.0.0', code: 'did-not-start', message: 'It ended with 1.' } as const;
  noteFailedUpdate(copy, failed);
  expect(failedUpdate(copy)).toEqual(failed);
  forgetFailedUpdate(copy);
  forgetFailedUpdate(copy);
  expect(failedUpdate(copy)).toBeNull();
});

test('what somebody else left in its place is nothing that failed', () => {
  const copy = portable();
  const file = join(copy.updates, 'failed.json');
  for (const content of ['', '{', '{"version":"2.0.0","code":"no such code","message":""}']) {
    writeFileSync(file, content);
    expect(failedUpdate(copy)).toBeNull();
  }
  rmSync(file, { force: true });
  mkdirSync(file);
  expect(failedUpdate(copy)).toBeNull();
});
