import { renameSync } from 'node:fs';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { type Destination, DestinationFailure } from '../destinations/destination.ts';
import { best, IMAGES, kinds, publicationStage, published } from '../../testing/publication-stage.ts';
import { rate } from '../../testing/index-of-test.ts';
import { startImmich } from '../../testing/photo-services/immich-stage.ts';
import { startPiwigo } from '../../testing/photo-services/piwigo-stage.ts';

async function immichWithTags() {
  const service = await startImmich();
  return { service, tags: () => [...service.server.assets.values()].flatMap(({ tags }) => [...tags]) };
}

async function piwigoWithTags() {
  const service = await startPiwigo();
  const { images, tags } = service.server;
  return { service, tags: () => [...images.values()].flatMap((image) => [...image.tags].map((id) => tags.get(id))) };
}

/** What was cut in the middle, and is found again. */
describe('failures', () => {
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

  test('an upload in parts that never ended is known again after a restart', async () => {
    const stage = await publicationStage([{ id: 1, stars: 5 }]);
    const { id } = stage.publications.add(best());
    const found: unknown[] = [];
    stage.use({
      wrap: (destination) => ({
        ...destination,
        upload(outgoing) {
          outgoing.choose('1.jpg');
          outgoing.begin('parts-7');
          return Promise.reject(new DestinationFailure('unknown', 'The line was cut.'));
        },
        find({ chosen, begun }) {
          found.push([chosen, begun]);
          return Promise.resolve(null);
        },
      }),
    });
    await stage.publish(id);
    await stage.restart();
    await stage.publications.settled();
    expect(found).toEqual([['1.jpg', 'parts-7']]);
  });

  test('a replacement under another name that broke off: the former goes, too', async () => {
    const { stage, id } = await published([{ id: 1, filename: 'dawn.nef', stars: 5 }]);
    const make: typeof stage.make = async (...asked) => {
      const made = await stage.make(...asked);
      const file = made.file.replace('.jpg', '.avif');
      renameSync(made.file, file);
      return { ...made, file };
    };
    stage.use({
      make,
      wrap: (destination) => ({
        ...destination,
        async replace(_placed, outgoing, signal) {
          await destination.upload(outgoing, signal);
          throw new DestinationFailure('unknown', 'The line was cut.');
        },
      }),
    });
    rate(stage.it, 1, 4);
    await stage.publish(id);
    expect(Object.keys(stage.files()).sort()).toEqual(['dawn.avif', 'dawn.jpg']);
    await stage.restart();
    await stage.publications.settled();
    expect([Object.keys(stage.files()), await kinds(stage, id)]).toEqual([['dawn.avif'], { unchanged: 1 }]);
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
