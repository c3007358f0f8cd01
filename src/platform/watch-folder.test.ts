import { mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { watchFolder } from './watch-folder.ts';

function watched(prepare: (folder: string) => void) {
  const parent = mkdtempSync(join(tmpdir(), 'safelight-watch-'));
  const folder = join(parent, 'watched');
  prepare(folder);
  const told: (string | null)[] = [];
  const watch = watchFolder(folder, (name) => told.push(name));
  onTestFinished(() => {
    watch.close();
    rmSync(parent, { recursive: true, force: true });
  });
  return { folder, parent, told, watch };
}

test('a file that comes, changes or goes is named', async () => {
  const { folder, told } = watched((at) => mkdirSync(at));
  writeFileSync(join(folder, '1.jpg'), 'a');
  await vi.waitFor(() => expect(told).toContain('1.jpg'));
  told.length = 0;
  writeFileSync(join(folder, '1.jpg'), 'ab');
  await vi.waitFor(() => expect(told).toContain('1.jpg'));
  told.length = 0;
  rmSync(join(folder, '1.jpg'));
  await vi.waitFor(() => expect(told).toContain('1.jpg'));
});

test('a folder that appears later is followed', async () => {
  const { folder, told } = watched(() => undefined);
  mkdirSync(folder);
  await vi.waitFor(() => expect(told).toContain(null), 5000);
  writeFileSync(join(folder, '2.jpg'), '');
  await vi.waitFor(() => expect(told).toContain('2.jpg'));
});

test('a folder that takes the place of another is followed', async () => {
  const { folder, parent, told } = watched((at) => mkdirSync(at));
  mkdirSync(join(parent, 'other'));
  renameSync(folder, join(parent, 'gone'));
  renameSync(join(parent, 'other'), folder);
  await vi.waitFor(() => expect(told).toContain(null), 5000);
  writeFileSync(join(folder, '3.jpg'), '');
  await vi.waitFor(() => expect(told).toContain('3.jpg'));
});

test('nothing is told after it was closed', async () => {
  const { folder, told, watch } = watched((at) => mkdirSync(at));
  watch.close();
  const others: (string | null)[] = [];
  const other = watchFolder(folder, (name) => others.push(name));
  onTestFinished(() => other.close());
  writeFileSync(join(folder, '4.jpg'), '');
  await vi.waitFor(() => expect(others).toContain('4.jpg'));
  expect(told).toEqual([]);
});
