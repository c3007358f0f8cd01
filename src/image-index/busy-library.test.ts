/** A library in which darktable's stand-in changes something all the time. */
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { indexOfTest } from '../testing/index-of-test.ts';
import type { ListedImage } from '../testing/start-index.ts';
import { startWriter } from '../testing/start-writer.ts';

const WRITTEN = 100;
const LABELS = ['red', 'yellow', 'green', 'blue', 'purple'];

/** The writer keeps one label for each number of stars. */
const isMixed = ({ rating, color_labels: labels }: ListedImage) => labels.length !== 1 || labels[0] !== LABELS[rating];

/** The ids that one transaction changed and of which a list shows another state than of the partner, or not both. */
function halves(items: readonly ListedImage[], images: number): number[] {
  const stars = new Map(items.map(({ id, rating }) => [id, rating]));
  const first = Array.from({ length: WRITTEN }, (_, place) => place + 1);
  return first.filter((id) => stars.get(id) !== stars.get(images + 1 - id));
}

// What a library is like whose pauses are too short for a copy: restless-library.test.ts.
test.each([
  { commitsPerSecond: 20, images: 500 },
  { commitsPerSecond: 200, images: 500 },
  { commitsPerSecond: 20, images: 10_000 },
])(
  'beside $commitsPerSecond commits a second on $images images no list shows half of one, none is lost, and changes keep arriving',
  async ({ commitsPerSecond, images }) => {
    const it = await indexOfTest({ images });
    it.fixture.change("INSERT INTO data.tags (name) VALUES ('written')");
    it.fixture.change(
      `INSERT INTO tagged_images SELECT images.id, tags.id, 0 FROM images, data.tags
        WHERE name = 'written' AND (images.id <= ${WRITTEN} OR images.id > ${images - WRITTEN})`,
    );
    const written = { tag: 'written', sort_by: 'id', limit: '500' };
    await using writer = await startWriter({ library: it.fixture.file, commitsPerSecond, seconds: 3600 });
    const generations = new Set<number>();
    let isWriting = true;
    let seen = 0;
    // The writer's first commit sets the images up; what came before is not its doing.
    const isSetUp = ({ items }: { items: ListedImage[] }) =>
      items.length === 2 * WRITTEN && !items.some(isMixed) && halves(items, images).length === 0;
    await expect.poll(async () => isSetUp(await it.list(written))).toBe(true);
    const browse = async (query: Record<string, string>) => {
      while (isWriting) {
        const { items, generation } = await it.list({ ...written, ...query });
        expect(items.filter(isMixed)).toEqual([]);
        expect(halves(items, images)).toEqual([]);
        generations.add(generation);
        seen++;
        await sleep(2);
      }
    };
    const browsing = [browse({}), browse({ color_label: 'red,blue' }), browse({ rating_min: '2' })];
    // At least five seconds, and until changes have arrived a few times: a busy machine needs longer.
    const leastEnd = performance.now() + 5000;
    while (performance.now() < leastEnd || seen <= 20 || generations.size <= 5) {
      await Promise.race([sleep(50), Promise.all(browsing)]);
    }
    const result = await writer.stop();
    isWriting = false;
    await Promise.all(browsing);
    expect(result.failed).toBe(0);
    expect(result.commits).toBeGreaterThan(20);
    await it.index.settled();
    const last = new Map(result.changes.map(({ id, stars }) => [id, stars]));
    const { items } = await it.list(written);
    for (const item of items) expect(item.rating).toBe(last.get(item.id) ?? item.rating);
    expect(items.some(isMixed)).toBe(false);
    expect(halves(items, images)).toEqual([]);
  },
);
