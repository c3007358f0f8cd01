import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { Events } from '../../platform/events.ts';
import { silentLog } from '../../platform/log.ts';
import { Ledger } from './ledger.ts';
import { followSchedule } from './schedule.ts';

test('a damaged ledger is told, and Safelight goes on', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'safelight-schedule-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, 'publications.db');
  writeFileSync(file, 'no database');
  const events = new Events();
  const log = silentLog();
  const told = vi.spyOn(log, 'error');
  const publisher = { wakeUnlessWaiting: vi.fn() };
  const schedule = followSchedule({ ledger: new Ledger(file), library: 'x', publisher, events, quietMs: 1, log });
  onTestFinished(() => schedule.close());
  events.emit('index.changed', { generation: 1, images: 0 });
  await vi.waitFor(() => expect(told).toHaveBeenCalledOnce());
  expect(publisher.wakeUnlessWaiting).not.toHaveBeenCalled();
});
