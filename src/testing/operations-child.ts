/**
 * A Safelight that changes tags and what is in the library, and may die in the middle. A separate process, so that it can be killed as by a
 * power cut:
 *
 *   node src/testing/operations-child.ts LIBRARY DATA_DIR OPERATION POINT [TAG]
 *
 * OPERATION is `rename`, `merge`, `delete` (of TAG, default 1, into tag 2), `duplicate` (of image 1), `group` (2 under 1), `remove` (of both),
 * `discard` (the history of image 1), `without` (the second exposure of images 16 to 24), `style` (`killed` on images 1 to 19), `copy` (the history of image 1 to all others), `look` (the style of that name
 * to all others), `restyle` (describe the style with the id TAG anew), `postpone` (a copy of image 1 to all others, until darktable is closed), `postponed`
 * (makes what was postponed), `now` (the same through darktable) or `undo` (of change 1). At POINT (a step of the write, or `2:` and a step for the second part) it kills itself; at `half` once half of the images are done.
 */
import { kill, pid } from 'node:process';
import type { Changes } from '../changes/changes.ts';
import { Events } from '../platform/events.ts';
import { changesOfTest } from './changes-of-test.ts';

const [file, dataDir, operation, point, given = '1'] = process.argv.slice(2) as [
  string,
  string,
  string,
  string,
  string?,
];
const tag = Number(given);
const oneTo19 = Array.from({ length: 19 }, (_, at) => at + 1);
const operate: Record<string, (changes: Changes) => Promise<unknown>> = {
  rename: (changes) => changes.tags.rename(tag, 'x|y', 'child'),
  merge: (changes) => changes.tags.merge(tag, 2, 'child'),
  delete: (changes) => changes.tags.delete(tag, 'child'),
  duplicate: (changes) => changes.images.duplicate(1, 'child'),
  group: (changes) => changes.images.group({ action: 'group', ids: [2], leader: 1 }, 'child'),
  remove: (changes) => changes.images.remove([1, 2], 'child'),
  style: (changes) => changes.histories.change(oneTo19, { do: 'style', name: 'killed' }, 'child'),
  copy: async (changes) =>
    changes.histories.change(await others(), { do: 'paste', from: 1, mode: 'append', modules: null }, 'child'),
  look: async (changes) => changes.histories.change(await others(), { do: 'style', name: 'look' }, 'child'),
  restyle: (changes) => changes.styles.change(tag, { description: 'anew' }, 'child'),
  postpone: async (changes) => {
    const paste = { do: 'paste', from: 1, mode: 'append', modules: null } as const;
    await changes.postponed.postpone(await others(), paste, 'child');
    onStep('noted');
  },
  postponed: (changes) => changes.postponed.ended(),
  now: (changes) => changes.postponed.doNow(changes.postponed.list().find(({ state }) => state !== 'ended')!.id),
  undo: (changes) => changes.undo(1, 'child'),
  without: (changes) =>
    changes.histories.change(
      Array.from({ length: 9 }, (_, at) => at + 16),
      { do: 'remove', operation: 'exposure', instance: 1 },
      'child',
    ),
  discard: (changes) => changes.histories.change([1], { do: 'discard' }, 'child'),
};

const events = new Events();
events.on('change.progress', ({ done, of }) => {
  if (point === 'half' && done * 2 >= of) kill(pid, 'SIGKILL');
});
async function others(): Promise<number[]> {
  const sql = 'SELECT id FROM images WHERE id <> 1 ORDER BY id';
  return ((await library.read((reader) => reader.all(sql))) as { id: number }[]).map(({ id }) => id);
}
const [part, step] = point.includes(':') ? point.split(':') : ['1', point];
const seen = new Map<string, number>();
const onStep = (at: string) => {
  seen.set(at, (seen.get(at) ?? 0) + 1);
  if (at === step && seen.get(at) === Number(part)) kill(pid, 'SIGKILL');
};
const { library, changes, close } = changesOfTest({ file, dataDir, events, onStep });
await operate[operation]!(changes);
await close();
