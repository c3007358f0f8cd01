import { createHash } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { BlobDamaged, BlobGone } from './blobs.ts';
import type { SourceFacts } from './protocol.ts';
import { SourceCache } from './source-cache.ts';

let folder: string;
let fetched: string[];

beforeEach(() => {
  const made = (folder = mkdtempSync(join(tmpdir(), 'safelight-sources-')));
  fetched = [];
  onTestFinished(() => rmSync(made, { recursive: true, force: true }));
});

const photograph = (name: string, bytes = 100): SourceFacts & { content: Buffer } => {
  const content = Buffer.alloc(bytes, name);
  const sha256 = createHash('sha256').update(content).digest('hex');
  return { path: `/photos/${name}`, name, size: bytes, modifiedMs: 1_000_000_000_000, sha256, content };
};

/** A broker with these photographs. */
const having = (...photographs: ReturnType<typeof photograph>[]) => {
  const getMessage = (_stream: string, { next_by_subj: subject }: { next_by_subj: string }) => {
    const found = photographs.find(({ sha256 }) => subject === `src.${sha256}`);
    if (found) fetched.push(found.name);
    return Promise.resolve(found ? { subject, seq: 1, data: found.content } : null);
  };
  return () => Promise.resolve({ jsm: { direct: { getMessage } } } as never);
};

const cacheOf = (mostBytes: number) => new SourceCache({ folder, mostBytes, shared: [] });

/** As for a job that is over soon. */
async function fetchInto(cache: SourceCache, source: SourceFacts, broker: ReturnType<typeof having>): Promise<string> {
  const file = await cache.get(source, broker);
  cache.release(source);
  return file;
}

test('a photograph is fetched once, and has its name and time', async () => {
  const one = photograph('one.raf');
  const cache = cacheOf(1_000);
  const file = await fetchInto(cache, one, having(one));
  await fetchInto(cache, one, having(one));
  expect(fetched).toEqual(['one.raf']);
  expect(readFileSync(file)).toEqual(one.content);
  expect(file.endsWith('one.raf')).toBe(true);
  expect(statSync(file).mtimeMs).toBe(one.modifiedMs);
});

test('when it is full, what was not used for the longest time goes', async () => {
  const [one, two, three, four] = ['one', 'two', 'three', 'four'].map((name) => photograph(name)) as [
    ...[ReturnType<typeof photograph>, ReturnType<typeof photograph>],
    ...[ReturnType<typeof photograph>, ReturnType<typeof photograph>],
  ];
  const broker = having(one, two, three, four);
  const cache = cacheOf(300);
  for (const each of [one, two, three, one, four]) await fetchInto(cache, each, broker);
  expect(readdirSync(folder).sort()).toEqual([one, three, four].map(({ sha256 }) => sha256).sort());
  expect(fetched).toEqual(['one', 'two', 'three', 'four']);
});

test('what a job still needs stays, even when there is no room', async () => {
  const [one, two, three] = [photograph('one'), photograph('two'), photograph('three')];
  const broker = having(one, two, three);
  const cache = cacheOf(100);
  const file = await cache.get(one, broker);
  await fetchInto(cache, two, broker);
  expect(cache.isInUse(one)).toBe(true);
  expect(readFileSync(file)).toEqual(one.content);
  cache.release(one);
  expect(cache.isInUse(one)).toBe(false);
  await fetchInto(cache, three, broker);
  expect(readdirSync(folder)).toEqual([three.sha256]);
});

test('what an earlier run has fetched counts, and what it fetched in part goes', async () => {
  const [one, two, three] = [photograph('one'), photograph('two'), photograph('three')];
  const broker = having(one, two, three);
  await fetchInto(cacheOf(250), one, broker);
  await fetchInto(cacheOf(250), two, broker);
  rmSync(join(folder, two.sha256, 'content'));
  writeFileSync(join(folder, two.sha256, 'arriving'), 'tw');
  const later = cacheOf(250);
  await fetchInto(later, one, broker);
  expect(existsSync(join(folder, two.sha256))).toBe(false);
  await fetchInto(later, three, broker);
  await fetchInto(later, two, broker);
  expect(readdirSync(folder).sort()).toEqual([two, three].map(({ sha256 }) => sha256).sort());
});

test('what is not at the broker, or arrives as something else, is refused and leaves nothing', async () => {
  const one = photograph('one');
  const other = { ...photograph('other'), sha256: one.sha256 };
  const cache = cacheOf(1_000);
  await expect(cache.get(one, having())).rejects.toThrow(BlobGone);
  await expect(cache.get(one, having(other))).rejects.toThrow(BlobDamaged);
  expect(readdirSync(folder)).toEqual([]);
  expect(cache.isInUse(one)).toBe(false);
});
