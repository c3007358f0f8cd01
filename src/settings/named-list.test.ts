import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { z } from 'zod';
import { silentLog } from '../platform/log.ts';
import { openNamedList } from './named-list.ts';

const schema = z.object({ id: z.int(), name: z.string() });

test.each<[what: string, happens: (file: string, remove: () => void) => void]>([
  ['was deleted', (_file, remove) => remove()],
  ['was in a list that is damaged', (file) => writeFileSync(file, '[{ "id": 1, "na')],
  ['was in a list that is gone', (file) => rmSync(file)],
])('no id means another item after the first %s', (_what, happens) => {
  const folder = mkdtempSync(join(tmpdir(), 'safelight-list-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, 'recipes.json');
  const open = () => openNamedList({ file, log: silentLog(), schema, what: 'recipe', most: 5 });
  const list = open();
  const { id } = list.save({ name: 'Web' });
  expect(list.damagedFile()).toBeNull();
  happens(file, () => list.remove(id));
  const anew = open();
  expect(anew.list()).toEqual([]);
  anew.save({ name: 'Print' });
  expect(open().find(id)).toBeNull();
});
