/** The computer's clock is set while something is waited for. */
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { FarmWorkers } from '../renderer/farm/farm-workers.ts';
import { editThroughBridge } from './bridge-edit-jobs.ts';

const DAY_MS = 24 * 3_600_000;
const setClock = (jumpMs: number) => vi.setSystemTime(Date.now() + jumpMs);

function fakeClock() {
  vi.useFakeTimers({ toFake: ['Date'] });
  onTestFinished(() => void vi.useRealTimers());
}

test('an edit that no darktable takes is given up in time when the clock goes back', async () => {
  fakeClock();
  const editsDir = mkdtempSync(join(tmpdir(), 'safelight-clock-'));
  onTestFinished(() => rmSync(editsDir, { recursive: true, force: true }));
  const entry = {
    ...{ operation: 'exposure', module: 6, params: new Uint8Array(24), enabled: true },
    ...{ blendParams: new Uint8Array(), blendVersion: 11, priority: 0, name: '' },
  };
  const asked = editThroughBridge(
    editsDir,
    { imageId: 1, file: '/photos/a.jpg', entry: entry },
    { timeoutMs: 100, graceMs: 100 },
  );
  setClock(-DAY_MS);
  expect(await asked).toMatchObject({ ok: false, code: 'not_taken' });
  expect(readdirSync(editsDir).filter((name) => name.endsWith('.job'))).toEqual([]);
});

test.each([-DAY_MS, DAY_MS])('a worker that was just heard is there when the clock moves by %i ms', (jumpMs) => {
  fakeClock();
  const workers = new FarmWorkers();
  workers.hear('one', { version: '4.2.1', cores: 4, state: 'idle', job: null, sharedFolders: [], reason: null });
  workers.noteDone('one');
  const before = workers.list()[0]!;
  setClock(jumpMs);
  expect(workers.list()).toEqual([before]);
  expect(workers.atWork()).toEqual(['one']);
});
