import { mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { Yes } from '../../contract/publications.ts';
import { DestinationFailure } from '../destinations/destination.ts';
import { best, IMAGES, kinds, publicationStage, published } from '../../testing/publication-stage.ts';
import { rate } from '../../testing/index-of-test.ts';

/** `expect.stringContaining` with a type. */
const containing = (text: string) => expect.stringContaining(text) as unknown;

describe('what a run does', () => {
  test('puts there what is found, and a second run finds nothing to do', async () => {
    const { stage, id } = await published();
    expect(Object.keys(stage.files()).sort()).toEqual(['dawn.jpg', 'noon.jpg']);
    expect(await kinds(stage, id)).toEqual({ unchanged: 2 });
    expect(stage.publications.find(id).progress).toMatchObject({ state: 'idle', items: 2, failed: 0, problem: null });
    expect(stage.ended).toEqual([id]);
    await stage.publish(id);
    expect(stage.ended).toEqual([id, id]);
    expect(stage.made).toEqual([1, 2]);
    expect(stage.publications.find(id).progress.runs).toMatchObject([{ done: 2, failed: 0 }]);
  });

  test('the plan tells how much is to be sent, once something was sent to estimate it by', async () => {
    const stage = await publicationStage(IMAGES);
    const { id } = stage.publications.add(best());
    expect((await stage.publish(id)).upload).toEqual({ pictures: 2, bytes: null });
    expect((await stage.publications.plan(id)).upload).toEqual({ pictures: 0, bytes: 0 });
    const [dawn, noon] = ['dawn.jpg', 'noon.jpg'].map((name) => stage.files()[name]!.length) as [number, number];
    rate(stage.it, 2, 4);
    rate(stage.it, 3, 5);
    await stage.it.index.settled();
    const usual = (dawn + noon) / 2;
    expect((await stage.publications.plan(id)).upload).toEqual({ pictures: 2, bytes: Math.round(noon + usual) });
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

  test('what is to be added is planned before it is, and the plan holds once it was', async () => {
    const { stage, id } = await published(IMAGES, { source: { ids: [1, 2] } });
    const plan = await stage.publications.plan(id, { add: [2, 3] });
    expect(plan.counts).toMatchObject({ new: 1, unchanged: 2 });
    await expect(stage.publications.run(id, { plan: plan.id, yes: [] })).rejects.toMatchObject({ code: 'conflict' });
    stage.publications.replace(id, best({ source: { ids: [1, 2, 3] } }));
    await stage.publications.run(id, { plan: plan.id, yes: [] });
    await stage.publications.settled();
    expect(Object.keys(stage.files()).sort()).toEqual(['dawn.jpg', 'dusk.jpg', 'noon.jpg']);
    const search = stage.publications.add(best({ name: 'Search' }));
    await expect(stage.publications.plan(search.id, { add: [3] })).rejects.toMatchObject({ code: 'conflict' });
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
    expect(plan).toMatchObject({ needs: ['other-destination', 'start-anew'], problem: containing('Another place') });
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

  test.each<[what: string, yes: Yes[], then: Record<string, number>]>([
    ['goes on with the new one', ['other-destination'], { 'gone-there': 2 }],
    ['begins anew there', ['other-destination', 'start-anew'], { unchanged: 2 }],
  ])('a drive was replaced: whoever says so %s', async (_what, yes, then) => {
    const { stage, id } = await published();
    renameSync(stage.place, `${stage.place}-broken`);
    await expect(stage.publish(id, 'other-destination')).rejects.toMatchObject({ code: 'conflict' });
    mkdirSync(stage.place);
    const plan = await stage.publications.plan(id);
    expect(plan).toMatchObject({
      needs: ['other-destination', 'start-anew'],
      problem: containing('Is its drive there?'),
    });
    await expect(stage.publications.run(id, { plan: plan.id, yes: [] })).rejects.toMatchObject({ code: 'conflict' });
    expect(readdirSync(stage.place)).toEqual([]);
    await stage.publish(id, ...yes);
    expect(await kinds(stage, id)).toEqual(then);
    await stage.publish(id, 'gone-there');
    expect(Object.keys(stage.files()).sort()).toEqual(['dawn.jpg', 'noon.jpg']);
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
