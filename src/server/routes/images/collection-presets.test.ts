import { afterAll, beforeAll, expect, test } from 'vitest';
import type { CollectionPresetList } from '../../../contract/collection-presets.ts';
import { openTestApp, type TestApp } from '../../../testing/start-app.ts';

const [ROLL, FOLDER, CAMERA, TAG, LABEL] = [0, 1, 3, 17, 18];
const [AND, OR, NOT] = [0, 1, 2];
type Rule = readonly [field: number, text: string, mode?: number];

/** As darktable keeps a preset (dt_lib_collect_params_t in collect.c). */
function paramsOf(rules: readonly Rule[]): Buffer {
  const params = Buffer.alloc(4 + 10 * 260);
  params.writeUInt32LE(rules.length, 0);
  rules.forEach(([field, text, mode = AND], at) => {
    params.writeUInt16LE(field, 4 + at * 260);
    params.writeUInt16LE(mode, 4 + at * 260 + 2);
    params.write(text, 4 + at * 260 + 4, 'utf8');
  });
  return params;
}

const library = [
  { id: 1, film: '/photos/2024/wales', tags: ['places|Wales|Gower', 'sea'] },
  { id: 2, film: '/photos/2024/wales/day 2', tags: ['places|Wales'] },
  { id: 3, film: '/photos/2024', tags: ['Sea', 'lake'] },
  { id: 5, film: '/photos/2023', tags: ['1'] },
  { id: 4, film: '/photos/2023', labels: ['red'] as const },
];

let app: TestApp & { close(): Promise<void> };
beforeAll(async () => {
  app = await openTestApp({ library });
  await app.app.services.index.settled();
});
afterAll(() => app.close());

const insertSql =
  "INSERT INTO data.presets (name, operation, op_version, op_params, writeprotect) VALUES ('mine', 'collect', 3, ?, 0)";
async function presetsWith(rules: readonly Rule[]) {
  app.library.change("DELETE FROM data.presets WHERE operation = 'collect'");
  app.library.change(insertSql, paramsOf(rules));
  return (await app.get<CollectionPresetList>('/api/v1/searches/presets')).items;
}

/** What the gallery asks for with such an address. */
async function idsOf(address: string): Promise<number[]> {
  const said = new URLSearchParams(address);
  const asked = new URLSearchParams({ sort_by: 'id' });
  const films = said.get('film');
  if (films !== null) asked.set(said.get('film_not') === 'true' ? 'not_film_id' : 'film_id', films);
  const tag = (name: string) => `tag:"${name}"`;
  const words = [
    said
      .getAll('tag')
      .map(tag)
      .join(said.get('tag_all') === 'true' ? ' ' : ' OR '),
    ...said.getAll('tag_not').map((name) => `-${tag(name)}`),
  ];
  asked.set('search', words.join(' ').trim());
  const labels = said.get('label');
  if (labels !== null) asked.set('color_label', labels);
  const tagged = said.get('tagged');
  if (tagged !== null) asked.set('has_tag', tagged);
  const { items } = await app.get<{ items: { id: number }[] }>(`/api/v1/images?${String(asked)}`);
  return items.map(({ id }) => id);
}

/** A view of the gallery, or why there is none; and what it finds, beside what darktable's own statement finds. */
test.each<[rules: Rule[], found: string | number[]]>([
  [[[ROLL, '/photos/2024/wales']], [1]],
  [[[ROLL, '/photos/2024%']], [1, 2, 3]],
  [[[ROLL, '']], [1, 2, 3, 4, 5]],
  [[[FOLDER, '/photos/2024/wales*']], [1, 2]],
  [[[FOLDER, '/photos/2024|%']], [1, 2]],
  [[[FOLDER, '/photos/2024']], [3]],
  [
    [
      [FOLDER, '/photos/2024*'],
      [ROLL, '%day 2', NOT],
    ],
    [1, 3],
  ],
  [
    [
      [ROLL, ''],
      [FOLDER, '/photos/2024*', NOT],
    ],
    [4, 5],
  ],
  [
    [
      [ROLL, '/photos/2023'],
      [FOLDER, '/photos/2024/wales*', OR],
    ],
    [1, 2, 4, 5],
  ],
  [[[ROLL, '/nowhere']], 'nothing'],
  [[[TAG, 'places|Wales*']], [1, 2]],
  [[[TAG, 'places|%']], [1, 2]],
  [[[TAG, 'places|Wales']], 'branch'],
  [[[TAG, 'lake']], [3]],
  [[[TAG, 'sea']], 'case'],
  // The number of another tag.
  [[[TAG, '1']], 'field'],
  [[[TAG, 'nobody']], 'nothing'],
  [[[TAG, 'not tagged']], [4]],
  [
    [
      [TAG, 'places*'],
      [TAG, 'places|Wales|Gower', NOT],
    ],
    [2],
  ],
  [
    [
      [TAG, 'lake'],
      [TAG, 'places*', OR],
    ],
    [1, 2, 3],
  ],
  [
    [
      [TAG, 'lake'],
      [TAG, 'places*'],
    ],
    [],
  ],
  [
    [
      [TAG, 'lake'],
      [ROLL, '/photos/2023', OR],
    ],
    'mixed',
  ],
  [
    [
      [TAG, 'lake'],
      [TAG, 'places*', OR],
      [ROLL, '/photos/2024%'],
    ],
    'mixed',
  ],
  [[[TAG, 'lake', OR]], 'mixed'],
  [[[LABEL, 'red']], [4]],
  [[[LABEL, '%']], [4]],
  [[[LABEL, '0x1']], [4]],
  [[[LABEL, '0x80000003']], 'field'],
  [[[LABEL, 'rot']], 'field'],
  [[[LABEL, 'red', NOT]], 'mixed'],
  [[[CAMERA, 'X100']], 'field'],
  [[[ROLL, 'x'.repeat(255)]], 'cut'],
])('a preset of %j', async (rules, found) => {
  const [preset] = await presetsWith(rules);
  if (typeof found === 'string') expect(preset).toEqual({ name: 'mine', query: null, why_not: found });
  else expect([preset, await idsOf(preset!.query ?? '')]).toEqual([expect.objectContaining({ why_not: null }), found]);
});

test('those that darktable itself brings, of other versions and damaged ones are no views', async () => {
  await presetsWith([[TAG, 'lake']]);
  for (const [name, version, params, isOwn] of [
    ['brought', 3, paramsOf([[ROLL, '']]), 1],
    ['older', 2, paramsOf([[TAG, 'lake']]), 0],
    ['short', 3, Buffer.alloc(12), 0],
    ['eleven', 3, Buffer.concat([Buffer.from([11, 0, 0, 0]), Buffer.alloc(2600)]), 0],
  ] as const)
    app.library.change(
      "INSERT INTO data.presets (name, operation, op_version, op_params, writeprotect) VALUES (?, 'collect', ?, ?, ?)",
      name,
      version,
      params,
      isOwn,
    );
  const { items } = await app.get<CollectionPresetList>('/api/v1/searches/presets');
  expect(items).toEqual([
    { name: 'eleven', query: null, why_not: 'other_version' },
    { name: 'mine', query: 'tag=lake', why_not: null },
    { name: 'older', query: null, why_not: 'other_version' },
    { name: 'short', query: null, why_not: 'other_version' },
  ]);
});
