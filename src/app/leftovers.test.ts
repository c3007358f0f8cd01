import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { silentLog } from '../platform/log.ts';
import { removeLeftovers } from './leftovers.ts';

const UUID = '0f3d1c52-8a52-4a0e-9a66-3a3f6b3c9d10';
const LONG_AGO = new Date('2026-01-01T00:00:00Z');

function makeFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'safelight-leftovers-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const put = (name: string, at = LONG_AGO) => {
    const file = join(folder, name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, 'content');
    utimesSync(file, at, at);
    return file;
  };
  const clean = (exportFolder: string | null = join(folder, 'exports')) =>
    removeLeftovers({ dataDir: join(folder, 'data'), exportFolder, log: silentLog() });
  return { folder, put, clean };
}

const LEFT = [
  `data/settings.json.${UUID}.tmp`,
  `data/previews/2/17.${UUID}.cli-tmp.jpg`,
  'data/previews/2/17.cli-tmp.jpg',
  'data/previews/0/17.draft-55d0-6a-1.bridge-tmp.jpg',
  'data/previews/0/17.jpg.probe.tmp',
  'data/previews/0/draft-55d0-6a-1.probe.draft-0f3d-6a-2.tmp',
  'data/queues/bridge.heartbeat.draft-0f3d-6a-3.tmp',
  `data/queues/edits/${UUID}.result.draft-0f3d-6a-4.tmp`,
  'data/previews/4/17.jpg.tmp',
  `data/previews-fit/ab/cd.jpg.${UUID}.tmp`,
  `data/renderer/awaited/${UUID}.jpg`,
  `data/renderer/1/${UUID}.jpg`,
  `data/renderer/tiles/ab/cd.jpg.${UUID}.tmp`,
  `data/queues/export.queue.working-cli.tmp`,
  `data/queues/edits/${UUID}.dtstyle.tmp`,
  `exports/.safelight-drafts/17.${UUID}.cli-tmp.jpg`,
  'exports/.safelight-drafts/17.0f3d-55d0-6a-1.bridge-tmp.jpg',
  'exports/17.cli-tmp.jpg',
  `exports/.safelight-exports.${UUID}.tmp`,
];
const KEPT = [
  'data/settings.json',
  'data/previews/2/17.jpg',
  'data/queues/export.queue.working',
  'data/renderer/tiles/ab/0123456789abcdef0123456789abcdef01234567.jpg',
  'data/renderer/resident/self-test/resident-0.jpg',
  'exports/17.jpg',
  'exports/holiday.tmp.jpg',
  'exports/my cli-tmp.jpg',
  'exports/.safelight-exports',
  'exports/of another library 0123456789abcdef/17.cli-tmp.jpg',
];

test('drafts that a kill left are removed, in our folders and by our names alone', () => {
  const { put, clean } = makeFolder();
  const left = LEFT.map((name) => put(name));
  const kept = KEPT.map((name) => put(name));
  clean();
  expect(left.filter((file) => existsSync(file))).toEqual([]);
  expect(kept.filter((file) => !existsSync(file))).toEqual([]);
});

test('what may be being written now stays: by this process, or by a plugin that works', () => {
  const { put, clean } = makeFolder();
  const now = LEFT.map((name) => put(name, new Date()));
  clean();
  expect(now.filter((file) => !existsSync(file))).toEqual([]);

  const started = Math.floor(LONG_AGO.getTime() / 1000) - 60;
  const draft = put('data/previews/2/18.draft-1-2-3.bridge-tmp.jpg');
  const heartbeat = put('data/queues/bridge.heartbeat');
  writeFileSync(heartbeat, `protocol=1\nstate=working\ntime=${started + 60}\nstarted=${started}\n`);
  clean();
  expect(existsSync(draft)).toBe(true);
  writeFileSync(heartbeat, `protocol=1\nstate=stopped\ntime=${started + 60}\nstarted=${started}\n`);
  clean();
  expect(existsSync(draft)).toBe(false);
});

test('an export folder that is not ours is not looked into, and a link goes as a link', () => {
  const { folder, put, clean } = makeFolder();
  const theirs = put('exports/17.cli-tmp.jpg');
  clean(null);
  expect(existsSync(theirs)).toBe(true);
  const victim = put('victim');
  const link = join(folder, 'exports', '18.cli-tmp.jpg');
  symlinkSync(victim, link);
  clean();
  expect(readFileSync(victim, 'utf8')).toBe('content');
});
