import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import type { NoiseProfile } from '../contract/noise-profiles.ts';
import { automaticProfile, noiseProfilesOf } from './noise-profiles.ts';

const profile = (iso: number, more: Partial<NoiseProfile> & { skip?: boolean } = {}) => ({
  ...({ name: `iso ${iso}`, iso, a: [iso, 2, 3], b: [4, 5, 6] } satisfies NoiseProfile),
  ...more,
});

const TABLE = {
  version: 0,
  noiseprofiles: [
    {
      maker: 'Nikon',
      models: [
        { comment: 'x', model: 'D750', profiles: [profile(400), profile(100), profile(200, { skip: true })] },
        { comment: 'x', model: 'D750S', profiles: [profile(800)] },
      ],
    },
    { maker: 'LGE', models: [{ model: 'Nexus 5', profiles: [profile(100)] }] },
    {
      maker: 'Canon',
      models: [
        {
          model: 'PowerShot G7 X',
          profiles: ['first', 'second', 'third'].map((name) => profile(125, { name })),
        },
      ],
    },
  ],
};

/** A darktable with this table, `bin` beside `share`. */
function profilesOf(table: object | null) {
  const folder = mkdtempSync(join(tmpdir(), 'safelight-noise-profiles-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  mkdirSync(join(folder, 'share', 'darktable'), { recursive: true });
  mkdirSync(join(folder, 'bin'));
  writeFileSync(join(folder, 'bin', 'darktable'), '');
  if (table) writeFileSync(join(folder, 'share', 'darktable', 'noiseprofiles.json'), JSON.stringify(table));
  return noiseProfilesOf(() => Promise.resolve({ kind: 'native', app: [join(folder, 'bin', 'darktable')] }));
}

test('a camera has its profiles by ISO, without those that darktable skips', async () => {
  const find = profilesOf(TABLE);
  expect((await find({ maker: 'Nikon', model: 'D750' }))?.map(({ iso }) => iso)).toEqual([100, 400]);
  expect(await find({ maker: 'Nikon', model: 'D75' })).toEqual([]);
  expect(await find({ maker: 'Canon', model: 'D750' })).toEqual([]);
  expect(await find({ maker: 'LGE Electronics', model: 'Nexus 5' })).toEqual([
    { name: 'iso 100', iso: 100, a: [100, 2, 3], b: [4, 5, 6] },
  ]);
});

test('of one ISO the last of the table comes first, as in a darkroom', async () => {
  const found = await profilesOf(TABLE)({ maker: 'Canon', model: 'PowerShot G7 X' });
  expect(found?.map(({ name }) => name)).toEqual(['third', 'second', 'first']);
  expect(automaticProfile(found!, 125).isos).toEqual([125]);
});

test('without a table, or where it is out of reach, no profile is known', async () => {
  expect(await profilesOf(null)({ maker: 'Nikon', model: 'D750' })).toBeNull();
  expect(await noiseProfilesOf(() => Promise.resolve(null))({ maker: 'Nikon', model: 'D750' })).toBeNull();
});

/** Single precision has as many digits. */
const near = (value: number) => expect.closeTo(value, 6) as number;

/** Of the D750, from darktable's table. */
const D750: NoiseProfile[] = [
  {
    name: 'NIKON D750 iso 100',
    iso: 100,
    a: [2.42360911595177e-6, 1.20056172825695e-6, 1.69233174386527e-6],
    b: [4.46157504287823e-9, 5.76086698503822e-10, 3.51529572836847e-9],
  },
  {
    name: 'NIKON D750 iso 125',
    iso: 125,
    a: [2.92240892710775e-6, 1.4486797422406e-6, 2.053779682192e-6],
    b: [5.28540028637499e-9, 6.23260576243414e-10, 4.85281951564326e-9],
  },
  {
    name: 'NIKON D750 iso 160',
    iso: 160,
    a: [3.65600795270168e-6, 1.78714135660411e-6, 2.5675079566574e-6],
    b: [7.00060691221245e-9, 1.31321180359226e-9, 5.87599308774233e-9],
  },
];

test('the first entry of the list stores what 4.2.1 and 5.4.1 stored for the ISO of the picture', () => {
  const compared = ({ a, b }: Pick<NoiseProfile, 'a' | 'b'>, there: number[]) =>
    expect([...a, ...b].map((value, at) => value / there[at]!)).toEqual(there.map(() => near(1)));
  const match = automaticProfile(D750, 100);
  expect([match.kind, match.isos]).toEqual(['match', [100]]);
  compared(match, [-1, 1.20056177e-6, 1.69233169e-6, 4.46157511e-9, 5.76086678e-10, 3.51529583e-9]);
  const between = automaticProfile(D750, 140);
  expect([between.kind, between.isos]).toEqual(['interpolated', [125, 160]]);
  compared(between, [-1, 1.59373474e-6, 2.27394912e-6, 6.02048855e-9, 9.18953913e-10, 5.29132205e-9]);
  for (const iso of [30, 200, null]) {
    expect(automaticProfile(D750, iso)).toEqual({ kind: 'generic', isos: [], a: [1e-4, 1e-4, 1e-4], b: [0, 0, 0] });
  }
});
