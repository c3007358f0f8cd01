import Database from 'better-sqlite3';
import { readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { type Destination, DestinationFailure } from '../destinations/destination.ts';
import { RecipeFailure } from '../recipe-failure.ts';
import { best, publicationStage, type PublicationStage } from '../../testing/publication-stage.ts';
import { rate } from '../../testing/index-of-test.ts';
import { startImmich } from '../../testing/photo-services/immich-stage.ts';
import { startPiwigo } from '../../testing/photo-services/piwigo-stage.ts';

const IMAGES = [
  { id: 1, filename: 'dawn.nef', stars: 5, title: 'Dawn' },
  { id: 2, filename: 'noon.nef', stars: 3 },
  { id: 3, filename: 'dusk.nef', stars: 1 },
];

async function published(
  images: Parameters<typeof publicationStage>[0] = IMAGES,
  change: Parameters<typeof best>[0] = {},
) {
  const stage = await publicationStage(images);
  const { id } = stage.publications.add(best(change));
  await stage.publish(id);
  return { stage, id };
}

/** `expect.stringContaining` with a type. */
const containing = (text: string) => expect.stringContaining(text) as unknown;

async function immichWithTags() {
  const service = await startImmich();
  return { service, tags: () => [...service.server.assets.values()].flatMap(({ tags }) => [...tags]) };
}

async function piwigoWithTags() {
  const service = await startPiwigo();
  const { images, tags } = service.server;
  return { service, tags: () => [...images.values()].flatMap((image) => [...image.tags].map((id) => tags.get(id))) };
}

const kinds = async ({ it, publications }: PublicationStage, id: number) => {
  await it.index.settled();
  const { counts } = await publications.plan(id);
  return Object.fromEntries(Object.entries(counts).filter(([, count]) => count > 0));
};

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

describe('what a run does', () => {
  test('puts there what is found, and a second run finds nothing to do', async () => {
    const { stage, id } = await published();
    expect(Object.keys(stage.files()).sort()).toEqual(['dawn.jpg', 'noon.jpg']);
    expect(await kinds(stage, id)).toEqual({ unchanged: 2 });
    expect(stage.publications.find(id).progress).toMatchObject({ state: 'idle', items: 2, failed: 0, problem: null });
    await stage.publish(id);
    expect(stage.made).toEqual([1, 2]);
    expect(stage.publications.find(id).progress.runs).toMatchObject([{ done: 2, failed: 0 }]);
  });

  test('publishing changes nothing in the library, so nothing looks changed by it', async () => {
    const { stage, id } = await published();
    await stage.restart();
    expect(await kinds(stage, id)).toEqual({ unchanged: 2 });
  });

  test('a star or a title is metadata, a development is pixels; each replaces its own picture in place', async () => {
    const { stage, id } = await published();
    rate(stage.it, 2, 4);
    stage.it.fixture.change("INSERT INTO history_hash (imgid, current_hash) VALUES (1, x'01')");
    expect(await kinds(stage, id)).toEqual({ metadata: 1, pixels: 1 });
    await stage.publish(id);
    const files = stage.files();
    expect(Object.keys(files).sort()).toEqual(['dawn.jpg', 'noon.jpg']);
    expect(JSON.parse(files['noon.jpg']!)).toMatchObject({ rating: 4 });
    expect(JSON.parse(files['dawn.jpg']!)).toMatchObject({ development: '01' });
  });

  test('what the recipe keeps back is no change', async () => {
    const { stage, id } = await published();
    stage.it.fixture.change('UPDATE images SET latitude = 48, longitude = 11');
    expect(await kinds(stage, id)).toEqual({ unchanged: 2 });
  });

  test('two pictures of one name are two items, also by case and Unicode form', async () => {
    const images = ['é.nef', 'É.jpg', 'e\u0301.dng'].map((filename, at) => ({ id: at + 1, filename, stars: 5 }));
    const { stage, id } = await published(images);
    expect(Object.keys(stage.files())).toHaveLength(3);
    expect(await kinds(stage, id)).toEqual({ unchanged: 3 });
  });

  test('two publications of one picture leave each other alone', async () => {
    const { stage, id } = await published();
    const other = stage.publications.add(best({ name: 'Other' }));
    await stage.publish(other.id);
    expect(Object.keys(stage.files())).toHaveLength(4);
    rate(stage.it, 2, 4);
    await stage.publish(other.id);
    expect(await kinds(stage, id)).toEqual({ metadata: 1, unchanged: 1 });
    expect(await kinds(stage, other.id)).toEqual({ unchanged: 2 });
  });

  test('what is recorded is what was rendered: a change meanwhile is a change', async () => {
    const stage = await publicationStage(IMAGES);
    const { id } = stage.publications.add(best());
    stage.use({
      wrap: (destination) => ({
        ...destination,
        upload(outgoing, signal) {
          rate(stage.it, 1, 4);
          return destination.upload(outgoing, signal);
        },
      }),
    });
    await stage.publish(id);
    expect(await kinds(stage, id)).toEqual({ metadata: 1, unchanged: 1 });
  });
});

describe('what is asked for', () => {
  test('another recipe or another darktable waits for a yes', async () => {
    const { stage, id } = await published();
    stage.use({ version: '5.4.1' });
    const plan = await stage.publish(id);
    expect([plan.counts.recipe, plan.needs, stage.made.length]).toEqual([2, ['recipe'], 2]);
    await stage.publish(id, 'recipe');
    expect([await kinds(stage, id), stage.made.length]).toEqual([{ unchanged: 2 }, 4]);
  });

  test('a picture that left the source is removed after a yes, and what others put there stays', async () => {
    const { stage, id } = await published();
    writeFileSync(join(stage.place, 'theirs.jpg'), 'theirs');
    rate(stage.it, 2, 1);
    const plan = await stage.publish(id);
    expect(plan.needs).toEqual(['removals']);
    expect(Object.keys(stage.files())).toContain('noon.jpg');
    await stage.publish(id, 'removals');
    expect(Object.keys(stage.files()).sort()).toEqual(['dawn.jpg', 'theirs.jpg']);
  });

  test('more than fifty removals need a second yes', async () => {
    const images = Array.from({ length: 60 }, (_, at) => ({ id: at + 1, stars: 5 }));
    const { stage, id } = await published(images);
    stage.it.fixture.change('UPDATE images SET flags = (flags & ~7) | 1 WHERE id > 5');
    const plan = await stage.publish(id, 'removals');
    expect(plan.needs).toEqual(['removals', 'many-removals']);
    expect(Object.keys(stage.files())).toHaveLength(60);
    await stage.publish(id, 'removals', 'many-removals');
    expect(Object.keys(stage.files())).toHaveLength(5);
  });

  test('what was removed or changed there by hand is told, and comes back after a yes', async () => {
    const { stage, id } = await published();
    rmSync(join(stage.place, 'dawn.jpg'));
    writeFileSync(join(stage.place, 'noon.jpg'), 'changed by hand');
    const plan = await stage.publish(id);
    expect([plan.counts['gone-there'], plan.counts['changed-there'], plan.needs]).toEqual([
      1,
      1,
      ['gone-there', 'changed-there'],
    ]);
    expect(stage.files()).toEqual({ 'noon.jpg': 'changed by hand' });
    await stage.publish(id, 'gone-there', 'changed-there');
    expect(Object.keys(stage.files()).sort()).toEqual(['dawn.jpg', 'noon.jpg']);
    expect(stage.files()['noon.jpg']).not.toBe('changed by hand');
    expect(await kinds(stage, id)).toEqual({ unchanged: 2 });
  });

  test('what was changed there by hand is not written over by whoever tries failures again', async () => {
    const { stage, id } = await published();
    writeFileSync(join(stage.place, 'noon.jpg'), 'changed by hand');
    rate(stage.it, 2, 4);
    await stage.publish(id);
    expect(stage.publications.find(id).progress.failed).toBe(1);
    const plan = await stage.publish(id, 'failed');
    expect([plan.needs, stage.files()['noon.jpg']]).toEqual([['changed-there'], 'changed by hand']);
    await stage.publish(id, 'changed-there');
    expect(JSON.parse(stage.files()['noon.jpg']!)).toMatchObject({ rating: 4 });
  });

  test('what left the source after the yes to removals is not removed', async () => {
    const { stage, id } = await published();
    rate(stage.it, 2, 1);
    stage.use({ mayWork: false });
    await stage.publish(id, 'removals');
    rate(stage.it, 2, 3);
    rate(stage.it, 1, 1);
    await stage.it.index.settled();
    stage.use({ mayWork: true });
    await stage.restart();
    await stage.publications.settled();
    expect(Object.keys(stage.files()).sort()).toEqual(['dawn.jpg', 'noon.jpg']);
    expect(await kinds(stage, id)).toEqual({ unchanged: 1, 'gone-here': 1 });
  });

  test('a plan that was looked at before something changed is refused', async () => {
    const { stage, id } = await published();
    const plan = await stage.publications.plan(id);
    rate(stage.it, 3, 5);
    await stage.it.index.settled();
    await expect(stage.publications.run(id, { plan: plan.id, yes: [] })).rejects.toMatchObject({ code: 'conflict' });
  });
});

describe('what stops everything', () => {
  test('a source that is suddenly empty is an error, not an order to remove', async () => {
    const { stage, id } = await published();
    stage.it.fixture.change('UPDATE images SET flags = flags & ~7');
    await stage.it.index.settled();
    const plan = await stage.publications.plan(id);
    expect(plan).toMatchObject({ problem: containing('now there are none'), counts: { 'gone-here': 0 } });
    await expect(stage.publications.run(id, { plan: plan.id, yes: ['removals'] })).rejects.toMatchObject({
      code: 'conflict',
    });
    expect(Object.keys(stage.files())).toHaveLength(2);
  });

  test('another place under the same address: nothing is sent until somebody says that it is the right one', async () => {
    const { stage, id } = await published();
    stage.use({ wrap: (destination) => ({ ...destination, whoIs: () => Promise.resolve('somebody else') }) });
    rate(stage.it, 3, 5);
    await stage.it.index.settled();
    const plan = await stage.publications.plan(id);
    expect(plan).toMatchObject({ needs: ['other-destination'], problem: containing('Another place') });
    await expect(stage.publications.run(id, { plan: plan.id, yes: [] })).rejects.toMatchObject({ code: 'conflict' });
    await expect(stage.publications.run(id, { plan: 'never seen', yes: ['other-destination'] })).rejects.toMatchObject({
      code: 'conflict',
    });
    rate(stage.it, 2, 1);
    await stage.it.index.settled();
    await stage.publications.run(id, { plan: plan.id, yes: ['other-destination', 'removals'] });
    await stage.publications.settled();
    // Nobody has seen how many would be removed there.
    expect(Object.keys(stage.files()).sort()).toEqual(['dawn.jpg', 'dusk.jpg', 'noon.jpg']);
  });

  test('the drive is away: it waits, and nothing is sent or taken for gone', async () => {
    const { stage, id } = await published();
    renameSync(stage.place, `${stage.place}-away`);
    rate(stage.it, 3, 5);
    await stage.it.index.settled();
    expect((await stage.publications.plan(id)).problem).toBeTruthy();
    renameSync(`${stage.place}-away`, stage.place);
    await stage.publish(id);
    expect(Object.keys(stage.files())).toHaveLength(3);
  });

  test('a list that is not complete is unknown: neither upload nor removal follows', async () => {
    const { stage, id } = await published();
    rate(stage.it, 2, 1);
    rate(stage.it, 3, 5);
    await stage.it.index.settled();
    const plan = await stage.publications.plan(id);
    stage.use({
      wrap: (destination) => ({
        ...destination,
        list: () => Promise.reject(new DestinationFailure('unknown', 'Page 2 of 3 is missing.')),
      }),
    });
    expect((await stage.publications.plan(id)).problem).toBe('Page 2 of 3 is missing.');
    await expect(stage.publications.run(id, { plan: plan.id, yes: ['removals'] })).rejects.toMatchObject({
      message: 'Page 2 of 3 is missing.',
    });
  });

  test.each(['recipe', 'destination'] as const)('its %s was deleted', async (what) => {
    const stage = await publicationStage(IMAGES);
    const { id } = stage.publications.add(best({ [what]: 99 }));
    expect((await stage.publications.plan(id)).problem).toMatch(`${what} was deleted`);
  });
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
      problem: containing('the disk is full'),
      next_try: expect.any(String) as unknown,
    });
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

  test('an upload whose answer was lost is found again, not repeated', async () => {
    const stage = await publicationStage(IMAGES);
    const { id } = stage.publications.add(best());
    let uploads = 0;
    stage.use({
      wrap: (destination) => ({
        ...destination,
        async upload(outgoing, signal) {
          await destination.upload(outgoing, signal);
          uploads++;
          throw new DestinationFailure('unknown', 'The line was cut.');
        },
      }),
    });
    await stage.publish(id);
    expect([Object.keys(stage.files()).length, uploads]).toEqual([2, 2]);
    expect(await kinds(stage, id)).toEqual({ unfinished: 2 });
    await stage.restart();
    await stage.publications.settled();
    expect([Object.keys(stage.files()).length, uploads, await kinds(stage, id)]).toEqual([2, 2, { unchanged: 2 }]);
  });

  test.each([
    ['Immich', immichWithTags],
    ['Piwigo', piwigoWithTags],
  ])('%s has a picture whose answer was lost: it is found by its bytes, and gets its tags', async (_, start) => {
    const { service, tags } = await start();
    onTestFinished(service.end);
    const stage = await publicationStage([{ id: 1, filename: 'dawn.nef', stars: 5, tags: ['boat'] }]);
    const { id } = stage.publications.add(best({ album: 'Best' }));
    const add = vi.fn(() => Promise.reject(new DestinationFailure('later', 'The line was cut.')));
    stage.use({
      wrap() {
        const destination: Destination = service.open();
        const upload = destination.upload.bind(destination);
        const bare = { title: null, description: null, creator: null, stars: null, tags: [], takenAt: null };
        destination.upload = (outgoing, signal) => upload({ ...outgoing, facts: bare }, signal).then(add);
        return destination;
      },
    });
    await stage.publish(id);
    expect(add).toHaveBeenCalledTimes(1);
    await stage.publish(id);
    expect(stage.publications.find(id).progress).toMatchObject({ state: 'idle', items: 1, problem: null });
    expect([add.mock.calls.length, stage.made, (await service.contents()).length]).toEqual([1, [1], 1]);
    expect(tags()).toContain('boat');
  });

  test('closed in the middle of a run: the next start goes on, and nothing is there twice', async () => {
    const images = Array.from({ length: 30 }, (_, at) => ({ id: at + 1, stars: 5 }));
    const stage = await publicationStage(images);
    const { id } = stage.publications.add(best());
    await stage.it.index.settled();
    const plan = await stage.publications.plan(id);
    await stage.publications.run(id, { plan: plan.id, yes: [] });
    await vi.waitFor(() => expect(stage.made.length).toBeGreaterThan(5), { interval: 1 });
    await stage.restart();
    await stage.publications.settled();
    expect(Object.keys(stage.files())).toHaveLength(30);
    expect(await kinds(stage, id)).toEqual({ unchanged: 30 });
  });
});

describe('who a picture is', () => {
  test('a library that was imported anew has other ids for the same pictures', async () => {
    const { stage, id } = await published();
    stage.it.fixture.change('UPDATE images SET id = id + 100, group_id = group_id + 100');
    stage.it.fixture.change('UPDATE meta_data SET id = id + 100');
    expect(await kinds(stage, id)).toEqual({ unchanged: 2 });
  });

  test('an id that recurs is another picture: it replaces none', async () => {
    const { stage, id } = await published();
    stage.it.fixture.change("UPDATE images SET filename = 'new.nef', datetime_taken = NULL WHERE id = 1");
    expect(await kinds(stage, id)).toEqual({ new: 1, unchanged: 1, 'gone-here': 1 });
  });

  test('a film roll that was moved has the same pictures', async () => {
    const { stage, id } = await published();
    stage.it.fixture.change("UPDATE film_rolls SET folder = '/elsewhere/' || id");
    expect(await kinds(stage, id)).toEqual({ unchanged: 2 });
  });
});

test('by itself, when something has changed and it is quiet', async () => {
  const { stage, id } = await published(IMAGES, { when: 'when-changed' });
  rate(stage.it, 3, 5);
  rate(stage.it, 2, 1);
  await stage.it.index.settled();
  await vi.waitFor(() => expect(Object.keys(stage.files())).toHaveLength(3), { timeout: 5_000 });
  // A removal is asked for.
  expect(await kinds(stage, id)).toEqual({ unchanged: 2, 'gone-here': 1 });
});
