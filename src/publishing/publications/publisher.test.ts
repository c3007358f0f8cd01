import Database from 'better-sqlite3';
import { readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { DestinationFailure } from '../destinations/destination.ts';
import { RecipeFailure } from '../recipe-failure.ts';
import {
  best,
  IMAGES,
  kinds,
  publicationStage,
  type PublicationStage,
  published,
} from '../../testing/publication-stage.ts';
import { rate } from '../../testing/index-of-test.ts';

/** Begins runs of which the first is held in its first upload. What it returns lets all of them end. */
async function heldRuns(stage: PublicationStage, ...ids: number[]) {
  const { promise: gate, resolve: open } = Promise.withResolvers<undefined>();
  const { promise: isHeld, resolve: hold } = Promise.withResolvers<undefined>();
  onTestFinished(() => open(undefined));
  stage.use({
    mayWork: false,
    wrap: (destination) => ({
      ...destination,
      async upload(outgoing, signal) {
        hold(undefined);
        await gate;
        return destination.upload(outgoing, signal);
      },
    }),
  });
  await stage.it.index.settled();
  for (const id of ids) {
    const plan = await stage.publications.plan(id);
    // All are wanted before the first has its turn.
    stage.use({ mayWork: id === ids.at(-1) });
    await stage.publications.run(id, { plan: plan.id, yes: [] });
  }
  await isHeld;
  return async () => {
    open(undefined);
    await stage.publications.settled();
  };
}

test('parts that a deleted publication has left are given up, once nothing is on its way', async () => {
  const stage = await publicationStage(IMAGES);
  const givenUp: unknown[] = [];
  stage.use({
    wrap: (destination) => ({
      ...destination,
      async upload(outgoing, signal) {
        const placed = await destination.upload(outgoing, signal);
        outgoing.begin('parts');
        throw new DestinationFailure('later', `The line broke after ${placed.id}.`);
      },
      giveUp: (left) => Promise.resolve(void givenUp.push(left)),
    }),
  });
  const { id } = stage.publications.add(best());
  await stage.publish(id);
  stage.publications.remove(id);
  await stage.publications.settled();
  const parts = ['dawn.jpg', 'noon.jpg'].map((chosen) => ({ chosen, begun: 'parts' }));
  expect(givenUp).toEqual(parts);
});

describe('what is changed during a run', () => {
  test.each(['stop', 'remove'] as const)('%s of one that has not had its turn: nothing of it is sent', async (what) => {
    const stage = await publicationStage(IMAGES);
    const [first, second] = ['A', 'B'].map((name) => stage.publications.add(best({ name, album: name })).id);
    const release = await heldRuns(stage, first!, second!);
    stage.publications[what](second!);
    await release();
    expect(readdirSync(stage.place).sort()).toEqual(['.safelight-destination', 'A']);
  });

  test('of one that is deleted nothing more arrives, and the next has its turn', async () => {
    const stage = await publicationStage(IMAGES);
    const [first, second] = ['A', 'B'].map((name) => stage.publications.add(best({ name, album: name })).id);
    const release = await heldRuns(stage, first!, second!);
    stage.publications.remove(first!);
    await release();
    expect(Object.keys(stage.files('A'))).toHaveLength(0);
    expect(Object.keys(stage.files('B'))).toHaveLength(2);
  });

  test('what is asked for during a run is done after it', async () => {
    const stage = await publicationStage(IMAGES);
    const { id } = stage.publications.add(best());
    const release = await heldRuns(stage, id);
    rate(stage.it, 3, 5);
    await stage.it.index.settled();
    const plan = await stage.publications.plan(id);
    await stage.publications.run(id, { plan: plan.id, yes: [] });
    await release();
    expect(Object.keys(stage.files()).sort()).toEqual(['dawn.jpg', 'dusk.jpg', 'noon.jpg']);
    expect(stage.publications.find(id).progress.state).toBe('idle');
  });

  test('it goes to no other place before it was stopped', async () => {
    const stage = await publicationStage(IMAGES);
    const { id } = stage.publications.add(best());
    const release = await heldRuns(stage, id);
    expect(() => stage.publications.replace(id, best({ album: 'B' }))).toThrow('Stop that first.');
    stage.publications.stop(id);
    await release();
    stage.publications.replace(id, best({ album: 'B' }));
    await stage.publish(id);
    expect(Object.keys(stage.files('B'))).toHaveLength(2);
  });
});

test('a destination that is slow keeps no other one waiting, and has one run at a time itself', async () => {
  const stage = await publicationStage(IMAGES);
  const slow = ['A', 'B'].map((name) => stage.publications.add(best({ name, album: name })).id);
  const quick = stage.publications.add(best({ name: 'C', album: 'C', destination: 2 })).id;
  const { promise: gate, resolve: open } = Promise.withResolvers<undefined>();
  onTestFinished(() => open(undefined));
  const albums = new Set<string | null>();
  stage.use({
    wrap: (destination, id) => ({
      ...destination,
      async upload(outgoing, signal) {
        albums.add(outgoing.album);
        if (id === 1) await gate;
        return destination.upload(outgoing, signal);
      },
    }),
  });
  await stage.it.index.settled();
  for (const id of [...slow, quick]) {
    const plan = await stage.publications.plan(id);
    await stage.publications.run(id, { plan: plan.id, yes: [] });
  }
  await vi.waitFor(() => expect(stage.publications.find(quick).progress).toMatchObject({ state: 'idle', items: 2 }));
  expect([...albums].sort()).toEqual(['A', 'C']);
  open(undefined);
  await stage.publications.settled();
  expect([...albums].sort()).toEqual(['A', 'B', 'C']);
  for (const album of ['A', 'B', 'C']) expect(Object.keys(stage.files(album))).toHaveLength(2);
});

describe('failures', () => {
  test('a picture that cannot be made is told once, the rest goes on, and it is tried again when it has changed', async () => {
    const stage = await publicationStage(IMAGES);
    const { id } = stage.publications.add(best());
    const make = vi.fn(() => Promise.reject(new RecipeFailure('there is no style frame in darktable')));
    stage.use({ make });
    await stage.publish(id);
    expect(stage.publications.find(id).progress).toMatchObject({ state: 'idle', items: 0, failed: 2 });
    const plan = await stage.publish(id);
    expect(plan.steps[0]).toMatchObject({ kind: 'failed', reason: 'there is no style frame in darktable' });
    expect(make).toHaveBeenCalledTimes(2);
    rate(stage.it, 1, 4);
    await stage.publish(id);
    expect(make).toHaveBeenCalledTimes(3);
    await stage.publish(id, 'failed');
    expect(make).toHaveBeenCalledTimes(5);
    Object.assign(stage.recipe, { pattern: 'Stars $(STARS)' });
    stage.use({ make: stage.make });
    await stage.publish(id, 'failed');
    expect(Object.keys(stage.files()).sort()).toEqual(['Stars 3.jpg', 'Stars 4.jpg']);
  });

  test('a wrong key stops at once and waits for somebody', async () => {
    const stage = await publicationStage(IMAGES);
    const { id } = stage.publications.add(best());
    const upload = vi.fn(() => Promise.reject(new DestinationFailure('person', 'The key has expired.')));
    stage.use({ wrap: (destination) => ({ ...destination, upload }) });
    await stage.publish(id);
    expect(stage.publications.find(id).progress).toMatchObject({
      state: 'waiting',
      problem: 'The key has expired.',
      next_try: null,
    });
    expect(upload).toHaveBeenCalledTimes(1);
    stage.use({ wrap: (destination) => destination });
    await stage.publish(id);
    expect(stage.publications.find(id).progress).toMatchObject({ state: 'idle', items: 2 });
  });

  test('one that waits for somebody goes on once it was changed, but what was said yes to is asked again', async () => {
    const { stage, id } = await published();
    rate(stage.it, 2, 1);
    rate(stage.it, 3, 5);
    const upload = () => Promise.reject(new DestinationFailure('person', 'The key has expired.'));
    stage.use({ wrap: (destination) => ({ ...destination, upload }) });
    await stage.publish(id, 'removals');
    stage.use({ wrap: (destination) => destination });
    stage.publications.replace(id, best({ source: { ids: [3] } }));
    await stage.publications.settled();
    expect(stage.publications.find(id).progress).toMatchObject({ state: 'idle', problem: null });
    expect(Object.keys(stage.files()).sort()).toEqual(['dawn.jpg', 'dusk.jpg', 'noon.jpg']);
  });

  test('a ledger that takes no more: it waits, and makes nothing anew with each turn', async () => {
    const stage = await publicationStage(IMAGES);
    const { id } = stage.publications.add(best());
    const ledger = new Database(join(stage.it.folder, 'data', 'publications.db'));
    ledger.exec("CREATE TRIGGER full BEFORE INSERT ON run BEGIN SELECT RAISE(ABORT, 'the disk is full'); END");
    ledger.close();
    await stage.publish(id);
    expect(stage.publications.find(id).progress).toMatchObject({
      state: 'waiting',
      problem: expect.stringContaining('the disk is full') as unknown,
      next_try: expect.any(String) as unknown,
    });
  });

  test('a ledger that is damaged is logged once, not with each turn, and told in the state', async () => {
    const { stage, id } = await published();
    const file = join(stage.it.folder, 'data', 'publications.db');
    const ledger = new Database(file);
    ledger.exec("UPDATE item SET facts = '{'");
    ledger.close();
    expect(stage.publications.find(id).progress).toMatchObject({
      state: 'idle',
      problem: expect.stringContaining(file) as unknown,
    });
    await stage.publications.close();
    for (const end of ['', '-wal', '-shm']) rmSync(`${file}${end}`, { force: true });
    writeFileSync(file, 'no database, and longer than the header of one would be '.repeat(10));
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    onTestFinished(() => void vi.useRealTimers());
    await stage.restart();
    for (let turn = 0; turn < 5; turn++) {
      vi.advanceTimersByTime(2_000);
      await stage.publications.settled();
    }
    expect(() => stage.publications.list()).toThrow(file);
    expect(stage.logged).toEqual([expect.stringContaining('Publications cannot go on')]);
  });

  test('a place that is busy is tried again by itself, not before it said', async () => {
    const stage = await publicationStage(IMAGES);
    const { id } = stage.publications.add(best());
    const busy = () => Promise.reject(new DestinationFailure('later', 'It is busy.', { retryAfterSeconds: 90 }));
    stage.use({ wrap: (destination) => ({ ...destination, upload: busy }) });
    const before = Date.now();
    await stage.publish(id);
    const { state, problem, next_try } = stage.publications.find(id).progress;
    expect([state, problem]).toEqual(['waiting', 'It is busy.']);
    expect(Date.parse(next_try!)).toBeGreaterThanOrEqual(before + 90_000);
    stage.use({ wrap: (destination) => destination });
    await stage.restart();
    await stage.publications.settled();
    expect(stage.publications.find(id).progress).toMatchObject({ state: 'idle', items: 2 });
  });

  test('pictures that fail each time keep replacements and removals waiting once, not for good', async () => {
    const { stage, id } = await published();
    const failing = Array.from({ length: 4 }, (_, at) => ({ id: at + 10, filename: `late${at}.nef`, stars: 5 }));
    stage.it.fixture.add(failing);
    rate(stage.it, 1, 4);
    rate(stage.it, 2, 1);
    const upload = () => Promise.reject(new DestinationFailure('later', 'The server answered 504.'));
    stage.use({ wrap: (destination) => ({ ...destination, upload }) });
    await stage.publish(id, 'removals');
    expect(Object.keys(stage.files()).sort()).toEqual(['dawn.jpg', 'noon.jpg']);
    await stage.publish(id, 'removals');
    expect(Object.keys(stage.files())).toEqual(['dawn.jpg']);
    expect(JSON.parse(stage.files()['dawn.jpg']!)).toMatchObject({ rating: 4 });
    expect(stage.publications.find(id).progress).toMatchObject({
      state: 'waiting',
      problem: 'The server answered 504.',
    });
  });
});

test('by itself, when something has changed and it is quiet', async () => {
  const { stage, id } = await published(IMAGES, { when: 'when-changed' });
  rate(stage.it, 3, 5);
  rate(stage.it, 2, 1);
  await stage.it.index.settled();
  await vi.waitFor(() => expect(Object.keys(stage.files())).toHaveLength(3));
  // A removal is asked for.
  expect(await kinds(stage, id)).toEqual({ unchanged: 2, 'gone-here': 1 });
});
