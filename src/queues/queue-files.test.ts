import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { assetsDir } from '../platform/package-files.ts';
import { allFilesOfQueue, jobFiles, queueFiles } from './queue-files.ts';

test('jobs that are not done stand in five files, and in no other', () => {
  expect(jobFiles('/q')).toEqual(['/q', '/q.working', '/q.taken-cli', '/q.working-cli', '/q.taken']);
});

test('no file of a queue is forgotten when all are meant', () => {
  expect(allFilesOfQueue('/q').sort()).toEqual(Object.values(queueFiles('/q')).sort());
});

test('the plugin calls its files the same', () => {
  const lua = readFileSync(join(assetsDir, 'lua', 'safelight', 'queue.lua'), 'utf8');
  const { working, taken, failed } = queueFiles('');
  for (const [name, ending] of Object.entries({ working, taken, failed })) {
    expect(lua).toContain(`self.${name}`);
    expect(lua).toContain(`file .. "${ending}"`);
  }
});
