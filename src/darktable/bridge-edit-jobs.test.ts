import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { editThroughBridge } from './bridge-edit-jobs.ts';

test("an edit that no darktable takes is given up in time when the computer's clock is set back", async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
  const editsDir = mkdtempSync(join(tmpdir(), 'safelight-clock-'));
  onTestFinished(() => rmSync(editsDir, { recursive: true, force: true }));
  const entry = {
    operation: 'exposure',
    module: 6,
    params: new Uint8Array(24),
    enabled: true,
    blendParams: new Uint8Array(),
    blendVersion: 11,
    priority: 0,
    name: '',
  };
  const asked = editThroughBridge(
    editsDir,
    { imageId: 1, file: '/photos/a.jpg', entry },
    { timeoutMs: 100, graceMs: 100 },
  );
  vi.setSystemTime(Date.now() - 24 * 3_600_000);
  expect(await asked).toMatchObject({ ok: false, code: 'not_taken' });
  expect(readdirSync(editsDir).filter((name) => name.endsWith('.job'))).toEqual([]);
});
