import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { Events } from '../platform/events.ts';
import { QueueNews } from './queue-news.ts';

test.each(['export', 'refresh'] as const)(
  'the end of the last job of %s is told once, of exports as such',
  async (name) => {
    const folder = mkdtempSync(join(tmpdir(), 'safelight-news-'));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const file = join(folder, 'queue');
    writeFileSync(file, '');
    const events = new Events();
    const told: (number | string)[] = [];
    events.on('queue.changed', ({ depth }) => told.push(depth));
    events.on('exports.finished', () => told.push('finished'));
    let depth = 0;
    const news = new QueueNews({ name, file, counts: { depth: () => depth, failures: () => 0 }, events });
    onTestFinished(() => news.close());
    for (const next of [2, 1, 0]) {
      depth = next;
      news.look();
      await vi.waitFor(() => expect(told).toContain(next));
    }
    expect(told).toEqual([2, 1, 0, ...(name === 'export' ? ['finished'] : [])]);
  },
);
