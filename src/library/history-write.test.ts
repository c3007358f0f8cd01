import Database from 'better-sqlite3';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { makeLibrary, type FixtureImage, type FixtureOptions } from '../testing/library-fixture.ts';
import { hashOrderSql, historyHash, type HashSource } from './history-hash.ts';
import {
  isState,
  renewHash,
  touchImage,
  WRITE_STEPS,
  writeHistoryRow,
  writeShape,
  type HistoryWrite,
} from './history-write.ts';
import { activeSteps, stepsSql, type HistoryRow } from './history.ts';
import { historyKeySql } from './image-sql.ts';

const bytes = (text: string) => Buffer.from(text);
const step = { module: 6, params: bytes('old'), blend: bytes('blend'), blendVersion: 9 };
/** Exposure twice, of which the later one counts, and once more as another instance. */
const history = [
  { ...step, operation: 'exposure' },
  { ...step, operation: 'exposure' },
  { ...step, operation: 'exposure', priority: 1 },
  { ...step, operation: 'crop' },
];
const picture: FixtureImage = { id: 1, history, changed: 1_600_000_000_000, aspectRatio: 1.5 };
type Row = Record<string, unknown>;

/** A library of two equal pictures. */
function stage(more: FixtureImage = {}, options: Partial<FixtureOptions> = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'safelight-history-write-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const images = [1, 2].map((id) => ({ ...picture, ...more, id }));
  const { file, change } = makeLibrary({ folder, images, ...options });
  const db = new Database(file, { timeout: 0 });
  onTestFinished(() => void db.close());
  const rows = (sql: string) => db.prepare(sql).safeIntegers().all() as Row[];
  const look = () => ({
    history: rows('SELECT rowid AS row, * FROM history ORDER BY rowid'),
    images: rows('SELECT * FROM images ORDER BY id'),
    hashes: rows('SELECT * FROM history_hash ORDER BY imgid'),
  });
  const active = (operation: string) =>
    activeSteps(db.prepare(stepsSql).all({ id: 1 })).find((row) => row.operation === operation)!;
  const after = { enabled: true, params: bytes('new') };
  const write = (more: Partial<HistoryWrite> = {}) =>
    writeHistoryRow({ file, imageId: 1, before: active('exposure'), after, guard: () => undefined, ...more });
  const key = () => (db.prepare(historyKeySql).get({ id: 1 }) as { history_key: string }).history_key;
  return { folder, file, change, db, look, active, write, key };
}

const NOW = 1_700_000_000_123;
/** The same in microseconds since the year 1. */
const NOW_IN_DARKTABLE = 63_835_596_800_123_000n;
const stale = { thumb_timestamp: -1n, thumb_maxmip: 0n };

test.each([37, 56, 57] as const)('only the row, its image and its hash change: schema %i', (schema) => {
  const { db, look, write } = stage({}, { schema });
  db.exec("UPDATE history_hash SET mipmap_hash = 'thumbnail'");
  if (schema > 37) db.exec('UPDATE images SET thumb_timestamp = 7, thumb_maxmip = 3');
  const before = look();
  const after = { enabled: false, params: bytes('new'), blendParams: bytes('other') };
  expect(write({ after, now: NOW })).toEqual({ status: 'stored' });
  const hash = historyHash({
    rows: ['exposure', 'crop'].map((operation) => ({
      operation,
      enabled: 1,
      op_params: step.params,
      blendop_params: step.blend,
    })),
    order: db.prepare(hashOrderSql).get({ id: 1 }) as HashSource['order'],
  });
  const changed = { enabled: 0n, op_params: bytes('new'), blendop_params: bytes('other') };
  expect(look()).toEqual({
    history: before.history.map((row) => (row.imgid === 1n && row.num === 1n ? { ...row, ...changed } : row)),
    images: [
      { ...before.images[0], change_timestamp: NOW_IN_DARKTABLE, ...(schema > 37 ? stale : {}) },
      before.images[1],
    ],
    hashes: [{ ...before.hashes[0], current_hash: hash, mipmap_hash: null }, before.hashes[1]],
  });
});

test.each<[string, Partial<HistoryRow>]>([
  ['row', { row: 1 }],
  ['number', { num: 0 }],
  ['version', { module: 5 }],
  ['version of the blending', { blendVersion: 8 }],
  ['switch', { enabled: false }],
  ['parameters', { params: bytes('odd') }],
  ['blending', { blendParams: bytes('odd') }],
  ['blending, of which there was none', { blendParams: null }],
])('a step with another %s than was read is left as it is, and told', (_, other) => {
  const { look, write, active } = stage();
  const [before, present] = [look(), active('exposure')];
  expect(write({ before: { ...present, ...other } })).toEqual({ status: 'changed', present });
  expect(look()).toEqual(before);
});

test.each<[string, Partial<HistoryRow>]>([
  ['module', { operation: 'sharpen' }],
  ['instance', { priority: 2 }],
])('a %s that is gone is told', (_, other) => {
  const { look, write, active } = stage();
  const before = look();
  expect(write({ before: { ...active('exposure'), ...other } })).toEqual({ status: 'changed', present: null });
  expect(look()).toEqual(before);
});

test.each([
  ['the same', bytes('b'), bytes('b'), true],
  ['other', bytes('b'), bytes('c'), false],
  ['none instead of some', bytes('b'), null, false],
  ['some instead of none', null, bytes('b'), false],
  ['none', null, null, true],
  ['none that was read', undefined, null, true],
  ['not of interest', bytes('b'), undefined, true],
])('a state with blending that is %s', (_, blendParams, asked, isSame) => {
  const state = { enabled: true, params: bytes('p') };
  const one = blendParams === undefined ? state : { ...state, blendParams };
  expect(isState(one, asked === undefined ? state : { ...state, blendParams: asked })).toBe(isSame);
});

test('what stays the same is not written: none is not the same as empty', () => {
  const { db, look, write } = stage();
  db.exec('UPDATE history SET op_params = NULL, blendop_params = NULL');
  const before = look();
  for (const blendParams of [undefined, null])
    expect(write({ after: { enabled: true, params: bytes(''), blendParams: blendParams! } })).toMatchObject({
      status: 'stored',
    });
  expect(look().history).toEqual(before.history);
});

test('the guard is asked while nobody else can write, and before anything is written', () => {
  const { db, look, write } = stage();
  const before = look();
  const guard = () => {
    expect(() => db.exec('BEGIN IMMEDIATE')).toThrow('locked');
    throw new Error('darktable is open');
  };
  expect(() => write({ guard })).toThrow('darktable is open');
  expect(look()).toEqual(before);
  // Nothing is left locked.
  db.exec('BEGIN IMMEDIATE; COMMIT');
});

test('its steps are told in their order, and it is all there or nothing', () => {
  const { look, write } = stage();
  const before = look();
  const steps: string[] = [];
  const onStep = (at: string) => {
    steps.push(at);
    if (at !== 'committed') expect(look()).toEqual(before);
  };
  write({ onStep });
  expect(steps).toEqual(['opened', 'begun', 'row', 'image', 'hash', 'committed']);
  expect(steps).toEqual(WRITE_STEPS);
});

const reshaping = 'ashift borders clipping crop enlargecanvas flip rawprepare rotatepixels scalepixels';
test.each(reshaping.split(' '))('%s gives another shape, which is then unknown', (operation) => {
  const { db, write, look, active } = stage({ history: [{ ...step, operation }] });
  expect(write({ before: active(operation) })).toEqual({ status: 'stored' });
  expect(look().images.map((image) => image.aspect_ratio)).toEqual([0, 1.5]);
  db.exec(`UPDATE history SET operation = 'exposure'; UPDATE images SET aspect_ratio = 1.5`);
  expect(write()).toEqual({ status: 'stored' });
  expect(look().images.map((image) => image.aspect_ratio)).toEqual([1.5, 1.5]);
});

test('a shape is stored for its history only, rounded, and nothing else', () => {
  const { file, db, key, look } = stage();
  const before = look();
  const guard = vi.fn();
  const shape = { file, imageId: 1, ratio: 1.3333, guard };
  expect(writeShape({ ...shape, historyKey: 'another' })).toBe(false);
  expect(look()).toEqual(before);
  expect(writeShape({ ...shape, historyKey: key() })).toBe(true);
  expect(look()).toEqual({ ...before, images: [{ ...before.images[0], aspect_ratio: 1.3 }, before.images[1]] });
  expect(writeShape({ ...shape, imageId: 3, historyKey: key() })).toBe(false);
  guard.mockImplementation(() => {
    expect(() => db.exec('BEGIN IMMEDIATE')).toThrow('locked');
    throw new Error('darktable is open');
  });
  expect(() => writeShape({ ...shape, ratio: 2, historyKey: key() })).toThrow('darktable is open');
  expect(look().images[0]).toMatchObject({ aspect_ratio: 1.3 });
  db.exec('BEGIN IMMEDIATE; COMMIT');
});

test('the library of a newer darktable is not written', () => {
  const { file, look, write, key } = stage({}, { version: 99 });
  const before = look();
  expect(() => write()).toThrow(expect.objectContaining({ code: 'read_only' }) as Error);
  expect(() => writeShape({ file, imageId: 1, ratio: 2, historyKey: key(), guard: () => undefined })).toThrow(
    expect.objectContaining({ code: 'read_only' }) as Error,
  );
  expect(look()).toEqual(before);
});

test('a library that is gone is not made anew', () => {
  const { folder, write, active } = stage();
  const [file, before] = [join(folder, 'gone.db'), active('exposure')];
  expect(() => write({ file, before })).toThrow();
  expect(() => writeShape({ file, imageId: 1, ratio: 2, historyKey: '', guard: () => undefined })).toThrow();
  expect(existsSync(file)).toBe(false);
});

test.each([
  ['a time', NOW, NOW_IN_DARKTABLE],
  ['never', null, null],
  ['as it is', undefined, 63_735_596_800_000_000n],
])('when an image was changed: %s', (_, now, stored) => {
  const { db, look } = stage({}, { schema: 57 });
  const before = look();
  touchImage(db, 1, now);
  expect(look().images).toEqual([{ ...before.images[0], ...stale, change_timestamp: stored }, before.images[1]]);
});

test('with every module off the hash stays, and the thumbnails are outdated', () => {
  const { db, look } = stage();
  db.exec("UPDATE history SET enabled = 0; UPDATE history_hash SET mipmap_hash = 'thumbnail'");
  const { hashes } = look();
  renewHash(db, 1);
  expect(look().hashes).toEqual([{ ...hashes[0], mipmap_hash: null }, hashes[1]]);
});

test('an image without a hash gets one', () => {
  const { db, look } = stage();
  const { hashes } = look();
  db.exec('DELETE FROM history_hash WHERE imgid = 1');
  renewHash(db, 1);
  expect(look().hashes).toEqual([{ ...hashes[0], basic_hash: null, auto_hash: null, mipmap_hash: null }, hashes[1]]);
});
