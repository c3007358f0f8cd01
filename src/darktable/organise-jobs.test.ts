import { existsSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { beat } from '../testing/beat.ts';
import { readHeartbeat } from './bridge-heartbeat.ts';
import { endLeftoverMarks, organiseThroughBridge, type OrganiseImage } from './organise-jobs.ts';

function places() {
  const folder = mkdtempSync(path.join(tmpdir(), 'safelight-organise-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return { organiseDir: folder, editsDir: folder };
}

const images: OrganiseImage[] = [
  {
    imageId: 17,
    file: '/photos/100 %\n.jpg',
    stars: 3,
    wanted: [
      { field: 'rejected', after: false },
      { field: 'label:red', after: true },
      { field: 'tag:Places|Köln', after: true },
      { field: 'tag:old', after: false },
      { field: 'title', after: 'one\nimage=18' },
      { field: 'notes', after: null },
      { field: 'latitude', after: 1e-7 },
      { field: 'altitude', after: null },
    ],
  },
  { imageId: 18, file: '/photos/b.jpg', stars: 0, wanted: [{ field: 'stars', after: 5 }] },
];

/** Claims the first job as the plugin does. */
async function claimed(folder: string) {
  const queue = path.join(folder, 'organise.queue');
  await vi.waitFor(() => expect(existsSync(queue)).toBe(true));
  const base = path.join(folder, readFileSync(queue, 'utf8').trim());
  renameSync(`${base}.job`, `${base}.claimed`);
  return base;
}

test('everything stays on its line, and every image gets its answer', async () => {
  const at = places();
  const answers = organiseThroughBridge(at, images);
  const base = await claimed(at.organiseDir);
  const job = readFileSync(`${base}.claimed`, 'utf8').replace(/^expires=\d+$/m, 'expires=');
  expect(job.split('\n')).toEqual([
    'protocol=1',
    'expires=',
    'image=17',
    'file=/photos/100 %25%0a.jpg',
    'kept_stars=3',
    'rejected=0',
    'label_red=1',
    'tag_add=Places|Köln',
    'tag_remove=old',
    'title=one%0aimage=18',
    'notes=',
    'latitude=1e-7',
    'altitude=none',
    'image=18',
    'file=/photos/b.jpg',
    'kept_stars=0',
    'stars=5',
    '',
  ]);
  writeFileSync(
    `${base}.tmp`,
    'ok=1\ncode=\nreason=\nimage=18\ncode=refused\nreason=a = b\nimage=17\ncode=done\nreason=\n',
  );
  renameSync(`${base}.tmp`, `${base}.result`);
  expect([...(await answers)]).toEqual([
    [17, { code: 'done', reason: '' }],
    [18, { code: 'refused', reason: 'a = b' }],
  ]);
});

test('an answer for the whole job is one for every image', async () => {
  const at = places();
  const answers = organiseThroughBridge(at, images);
  const base = await claimed(at.organiseDir);
  writeFileSync(`${base}.tmp`, 'ok=0\ncode=interrupted\nreason=darktable ended\n');
  renameSync(`${base}.tmp`, `${base}.result`);
  const interrupted = { code: 'interrupted', reason: 'darktable ended' };
  expect([...(await answers).values()]).toEqual([interrupted, interrupted]);
});

test('progress keeps a long job alive; without it nobody knows', async () => {
  const at = places();
  const seen: number[] = [];
  const answers = organiseThroughBridge(at, images, {
    timeoutMs: 150,
    graceMs: 150,
    onProgress: ({ done }) => void seen.push(done),
  });
  const base = await claimed(at.organiseDir);
  writeFileSync(`${base}.progress`, 'done=1\nof=2\n');
  expect([...(await answers).values()].map(({ code }) => code)).toEqual(['no_answer', 'no_answer']);
  expect(seen).toEqual([1]);
});

test('canceled, a job that was begun is stopped by taking its claim away, and one that was not never happens', async () => {
  const at = places();
  const cancel = new AbortController();
  const answers = organiseThroughBridge(at, images, { signal: cancel.signal });
  const base = await claimed(at.organiseDir);
  cancel.abort();
  await vi.waitFor(() => expect(existsSync(`${base}.claimed`)).toBe(false));
  writeFileSync(
    `${base}.tmp`,
    'ok=1\ncode=\nreason=\nimage=17\ncode=done\nreason=\nimage=18\ncode=cancelled\nreason=\n',
  );
  renameSync(`${base}.tmp`, `${base}.result`);
  expect([...(await answers).values()].map(({ code }) => code)).toEqual(['done', 'cancelled']);

  const other = places();
  const never = await organiseThroughBridge(other, images, { signal: AbortSignal.abort() });
  expect(never.get(18)?.code).toBe('cancelled');
  expect(readdirSync(other.organiseDir)).toEqual(['organise.queue']);
});

test('what an image had when it was looked at is said, but for tags', async () => {
  const at = places();
  const wanted = [
    { field: 'stars', before: 2, after: 5 },
    { field: 'rejected', before: true, after: false },
    { field: 'label:red', before: false, after: true },
    { field: 'tag:old', before: true, after: false },
    { field: 'title', before: null, after: 'one' },
    { field: 'latitude', before: null, after: 1 },
  ];
  const answers = organiseThroughBridge(at, [{ ...images[1]!, wanted }], { timeoutMs: 100, graceMs: 50 });
  const base = await claimed(at.organiseDir);
  const job = readFileSync(`${base}.claimed`, 'utf8').split('\n');
  expect(job.filter((line) => line.startsWith('was_'))).toEqual([
    'was_stars=2',
    'was_rejected=1',
    'was_label_red=0',
    'was_title=',
    'was_latitude=none',
  ]);
  await answers;
});

test('jobs of an earlier Safelight are withdrawn or stopped, and have ended once darktable says so or is gone', () => {
  const { organiseDir: folder } = places();
  const heartbeat = path.join(folder, 'heartbeat');
  const [waiting, begun] = ['1', '2'].map((digit) => digit.repeat(36));
  const now = (job: string) => {
    beat(heartbeat, { library: '/library.db', state: 'working', job });
    return readHeartbeat(heartbeat);
  };
  const job = `organise ${begun}`;
  writeFileSync(path.join(folder, `${waiting}.job`), '');
  writeFileSync(path.join(folder, `${begun}.claimed`), '');
  expect(endLeftoverMarks(folder, now(job))).toBe(false);
  expect(readdirSync(folder).sort()).toEqual([`${begun}.stopped`, 'heartbeat']);
  // Of the same second, it may be older than the stop.
  expect(endLeftoverMarks(folder, now(''))).toBe(false);
  const later = { ...now('')!, time: now('')!.time + 2 };
  expect(endLeftoverMarks(folder, { ...later, job })).toBe(false);
  expect(endLeftoverMarks(folder, later)).toBe(true);
  expect(readdirSync(folder)).toEqual(['heartbeat']);

  writeFileSync(path.join(folder, `${begun}.claimed`), '');
  expect(endLeftoverMarks(folder, null)).toBe(true);
  writeFileSync(path.join(folder, `${begun}.stopped`), '');
  writeFileSync(path.join(folder, `${begun}.result`), '');
  expect(endLeftoverMarks(folder, now(job))).toBe(true);
  expect(readdirSync(folder)).toEqual(['heartbeat']);
  expect(endLeftoverMarks(path.join(folder, 'none'), null)).toBe(true);
});

test('a field that does not exist is refused before anything is written', async () => {
  const at = places();
  const wanted = [{ field: 'flags', after: 14 }];
  await expect(organiseThroughBridge(at, [{ ...images[1]!, wanted }])).rejects.toThrow('no field flags');
  expect(readdirSync(at.organiseDir)).toEqual([]);
});
