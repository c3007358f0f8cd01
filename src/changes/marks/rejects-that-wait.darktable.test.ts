/** Rejects that darktable cannot take at once: the machine's own darktable, or the one that SAFELIGHT_TEST_DARKTABLE names. */
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ImageChange } from '../../contract/image-change.ts';
import { Events } from '../../platform/events.ts';
import { type BridgeStage, setBridgeStage } from '../../testing/bridge-stage.ts';
import { enterDarkroom } from '../../testing/darkroom-lua.ts';
import type { RunningDarktable } from '../../testing/real-darktable.ts';
import { startOrganising, type OrganisingOfTest } from '../../testing/start-organising.ts';

let stage: BridgeStage;
let darktable: RunningDarktable & AsyncDisposable;

/** darktable shows a group as one picture. */
const open = () =>
  stage.openDarktable({ ...stage.darktable, conf: { ...stage.darktable.conf, 'ui_last/grouping': 'TRUE' } });

beforeAll(async () => {
  stage = await setBridgeStage({ pictures: 12, width: 60, height: 40 });
  darktable = await open();
  await darktable.movePointerAway();
});
afterAll(async () => {
  await darktable[Symbol.asyncDispose]();
  await stage[Symbol.asyncDispose]();
});

const client = 'sofa';
/** A Safelight for one test, beside the darktable that is open. */
const safelight = (events = new Events()) =>
  startOrganising({ file: stage.real.library, dataDir: path.join(stage.folder, 'data'), lookMs: 100, events });
const change = ({ organising }: OrganisingOfTest, imageIds: readonly number[], wanted: ImageChange) =>
  organising.change({ imageIds, change: wanted, client });
const REJECT = 8;
/** Stars, and 8 for a reject, as the library has them. */
const decided = (id: number) =>
  Number(stage.sql('SELECT flags & 15 AS decided FROM images WHERE id = ?', id)[0]!.decided);
const made = async (id: number, stars: number) => stage.until(() => decided(id) === stars + REJECT);
const labelsOf = (id: number) => stage.sql('SELECT color FROM color_labels WHERE imgid = ?', id).length;
const titleOf = (id: number) => stage.sql('SELECT value FROM meta_data WHERE id = ? AND key = 2', id)[0]?.value;
const asShown = async ({ library }: OrganisingOfTest, id: number) => {
  const { rating, reject_waits: waits } = (await library.image(id))!.record;
  return { rating, waits };
};

const point = async (x: number, y: number) => {
  await darktable.lua(`return os.execute("xdotool mousemove ${x} ${y}") and "moved"`);
  await darktable.lua('darktable.control.sleep(200)');
  return Number(await darktable.lua('return darktable.gui.hovered and darktable.gui.hovered.id or 0'));
};
/** Puts the pointer on a picture, once the window shows some. */
async function atAnImage(): Promise<number> {
  for (let attempt = 0; attempt < 40; attempt++) {
    const hovered = await point(750 + (attempt % 2), 180);
    if (hovered > 0) return hovered;
  }
  throw new Error('there is no image under the pointer');
}
/** Has darktable show the pictures with such a name. */
const showOnly = (name: string) =>
  darktable.lua(`local rule = darktable.gui.libs.collect.new_rule()
    rule.mode, rule.item, rule.data = "DT_LIB_COLLECT_MODE_AND", "DT_COLLECTION_PROP_FILENAME", "${name}"
    darktable.gui.libs.collect.filter({ rule })
    darktable.control.sleep(500)`);

test('with the pointer on a picture: all else is done at once, the reject shows, and is made when the pointer leaves', async () => {
  const it = safelight();
  await change(it, [1, 2], { rating: 3 });
  const hovered = await atAnImage();
  const [id, other] = hovered === 1 ? [2, 1] : [1, hovered];
  const wanted: ImageChange = { rating: -1, color_labels: ['yellow'], title: 'All' };
  expect(await change(it, [id], wanted)).toMatchObject({ changed: 1, failed: 0, waits: { images: 1, for: 'pointer' } });
  expect([decided(id), labelsOf(id), titleOf(id)]).toEqual([3, 1, 'All']);
  expect(await asShown(it, id)).toEqual({ rating: -1, waits: true });
  await darktable.movePointerAway();
  await made(id, 3);
  await stage.until(() => it.organising.waitingRejects() === null);
  expect(await asShown(it, id)).toEqual({ rating: -1, waits: undefined });
  expect(decided(other) & REJECT).toBe(0);
  expect(await darktable.lua(`return darktable.database.get_image(${id}).rating`)).toBe('-1');
});

test('in the darkroom: the open picture at once, others back in the lighttable; a newer rating there wins', async () => {
  const it = safelight();
  await change(it, [3, 4, 5], { rating: 4 });
  await darktable.lua(`darktable.gui.selection({ darktable.database.get_image(3) }) ${enterDarkroom}`);
  expect(await change(it, [3], { rating: -1 })).not.toHaveProperty('waits');
  expect(decided(3)).toBe(4 + REJECT);
  expect(await change(it, [4, 5], { rating: -1 })).toMatchObject({
    changed: 2,
    waits: { images: 2, for: 'lighttable' },
  });
  expect([await asShown(it, 4), decided(4)]).toEqual([{ rating: -1, waits: true }, 4]);
  await darktable.lua('darktable.database.get_image(5).rating = 2');
  expect(await asShown(it, 5)).toEqual({ rating: 2, waits: undefined });
  await darktable.lua('darktable.gui.current_view(darktable.gui.views.lighttable)');
  await made(4, 4);
  await stage.until(() => it.organising.waitingRejects() === null);
  expect(decided(5)).toBe(2);
});

test('of another collection, or folded in a group: at once, and nobody else; while nothing is shown they wait', async () => {
  const it = safelight();
  await change(it, [6, 7, 8, 9], { rating: 5 });
  await darktable.lua(`darktable.database.get_image(8):group_with(darktable.database.get_image(9))`);
  await showOnly('p00%');
  expect(await darktable.lua('return #darktable.collection')).toBe('8');
  // 9 leads, and 8 is folded away.
  expect(await change(it, [8], { rating: -1 })).not.toHaveProperty('waits');
  expect([decided(8), decided(9)]).toEqual([5 + REJECT, 5]);
  await showOnly('p006%');
  await darktable.lua('darktable.gui.selection({ darktable.database.get_image(6) })');
  expect(await change(it, [7], { rating: -1 })).not.toHaveProperty('waits');
  expect([decided(6), decided(7), decided(8), decided(9)]).toEqual([5, 5 + REJECT, 5 + REJECT, 5]);
  expect(await change(it, [6, 9], { rating: -1 })).not.toHaveProperty('waits');
  expect([decided(6), decided(9)]).toEqual([5 + REJECT, 5 + REJECT]);
  await showOnly('none of these');
  expect(await change(it, [10], { rating: -1 })).toMatchObject({ waits: { images: 1, for: 'collection' } });
  expect(await asShown(it, 10)).toEqual({ rating: -1, waits: true });
  await showOnly('%');
  await made(10, 1);
});

test('taken back or rated again before its time, it never happens; its undo takes all of it back', async () => {
  const it = safelight();
  await change(it, [10, 11], { rating: 2 });
  await showOnly('none of these');
  const rejected = await change(it, [10, 11], { rating: -1, title: 'No' });
  expect(rejected).toMatchObject({ waits: { images: 2 } });
  expect(await change(it, [10], { rating: 4 })).toMatchObject({ changed: 1 });
  expect(await it.organising.undo(rejected.change!, client)).toMatchObject({
    result: { changed: 2 },
    left: [{ imageId: 10, field: 'rejected' }],
  });
  expect([await asShown(it, 10), await asShown(it, 11)]).toEqual([{ rating: 4 }, { rating: 2 }]);
  expect([it.organising.waitingRejects(), titleOf(11)]).toEqual([null, undefined]);
  await showOnly('%');
  // One that is made now comes after any that was not dropped.
  expect(await change(it, [12], { rating: -1 })).not.toHaveProperty('waits');
  expect([decided(10), decided(11)]).toEqual([4, 2]);
});

test('darktable is killed or quits meanwhile: then they are made straight in the library', async () => {
  const it = safelight();
  await change(it, [11, 12], { rating: 1 });
  await showOnly('none of these');
  expect(await change(it, [11], { rating: -1 })).toMatchObject({ waits: { images: 1 } });
  await darktable.kill();
  await made(11, 1);
  darktable = await open();
  await darktable.movePointerAway();
  await showOnly('none of these');
  expect(await change(it, [12], { rating: -1 })).toMatchObject({ waits: { images: 1 } });
  await it.close();
  await darktable.quit();
  // The next Safelight knows of it.
  const next = safelight();
  await made(12, 1);
  await next.organising.settled();
  expect(await asShown(next, 12)).toEqual({ rating: -1, waits: undefined });
});
