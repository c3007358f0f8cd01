import { appendFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { clearFailures, noteFailure, readFailures } from './failed-jobs.ts';

test('failures are noted, read, with odd lines, and forgotten', () => {
  const folder = mkdtempSync(join(tmpdir(), 'safelight-failures-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const queue = join(folder, 'refresh.queue');
  expect(readFailures(queue)).toEqual([]);
  // As the plugin writes it.
  appendFileSync(`${queue}.failed`, '17\tits file is missing: /a\tb.jpg\nnonsense\n');
  noteFailure(queue, { job: '18', reason: 'two\nlines' });
  expect(readFailures(queue)).toEqual([
    { job: '17', reason: 'its file is missing: /a b.jpg' },
    { job: 'nonsense', reason: '' },
    { job: '18', reason: 'two lines' },
  ]);
  clearFailures(queue);
  clearFailures(queue);
  expect(readFailures(queue)).toEqual([]);
});
