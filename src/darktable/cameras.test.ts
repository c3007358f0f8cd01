import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { camerasOf } from './cameras.ts';

const XML = `<Cameras>
<!-- <Camera make="Canon" model="Commented out"><ID make="Canon" model="X">X</ID></Camera> -->
<Camera make="NIKON CORPORATION" model="NIKON D750" mode="12bit-compressed">
  <ID make="Nikon" model="D750">Nikon D750</ID>
  <ColorMatrices><ColorMatrix planes="3">
    <ColorMatrixRow plane="0">9020 -2890 -715</ColorMatrixRow>
    <ColorMatrixRow plane="1">-4535 12436 2348</ColorMatrixRow>
    <ColorMatrixRow plane="2">-934 1919 7086</ColorMatrixRow>
  </ColorMatrix></ColorMatrices>
</Camera>
<Camera make="Canon" model="Canon EOS 100D">
  <ID make="Canon" model="EOS 100D">Canon EOS 100D</ID>
  <Aliases><Alias id="EOS Rebel SL1">Canon EOS REBEL SL1</Alias></Aliases>
  <ColorMatrices><ColorMatrix planes="3">
    <ColorMatrixRow plane="0">6602 -841 -939</ColorMatrixRow>
    <ColorMatrixRow plane="1">-4472 12458 2247</ColorMatrixRow>
    <ColorMatrixRow plane="2">-975 2039 6148</ColorMatrixRow>
  </ColorMatrix></ColorMatrices>
</Camera>
<Camera make="SONY" model="DSC-F828">
  <ID make="Sony" model="DSC-F828">Sony DSC-F828</ID>
  <ColorMatrices><ColorMatrix planes="4">
    <ColorMatrixRow plane="0">7924 -1910 -777</ColorMatrixRow><ColorMatrixRow plane="1">-8226 15459 2998</ColorMatrixRow>
    <ColorMatrixRow plane="2">-1517 2199 6818</ColorMatrixRow><ColorMatrixRow plane="3">-7242 11401 3481</ColorMatrixRow>
  </ColorMatrix></ColorMatrices>
</Camera>
</Cameras>`;

const PRESETS = {
  wb_presets: [
    {
      maker: 'Nikon',
      models: [
        {
          model: 'D750',
          presets: [
            { name: 'Direct Sunlight', channels: [2, 1, 1.28125, 0] },
            { name: 'Direct Sunlight', tuning: 2, channels: [1.96, 1, 1.3, 0] },
          ],
        },
      ],
    },
  ],
};

/** A darktable with these files, `bin` beside `share`. */
function darktableWith({ xml = XML, presets = JSON.stringify(PRESETS) } = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'safelight-cameras-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const data = join(folder, 'share', 'darktable');
  mkdirSync(join(data, 'rawspeed'), { recursive: true });
  mkdirSync(join(folder, 'bin'));
  writeFileSync(join(folder, 'bin', 'darktable'), '');
  writeFileSync(join(data, 'rawspeed', 'cameras.xml'), xml);
  writeFileSync(join(data, 'wb_presets.json'), presets);
  const installation = { kind: 'native' as const, app: [join(folder, 'bin', 'darktable')] as [string] };
  return { data, installation, find: camerasOf(() => Promise.resolve(installation)) };
}

test('a camera has its matrix, and the presets under the name that darktable gives it', async () => {
  const { find } = darktableWith();
  expect(await find('NIKON CORPORATION', 'NIKON D750')).toEqual({
    maker: 'Nikon',
    model: 'D750',
    matrix: [
      [0.902, -0.289, -0.0715],
      [-0.4535, 1.2436, 0.2348],
      [-0.0934, 0.1919, 0.7086],
    ],
    presets: [
      { name: 'Direct Sunlight', tuning: 0, multipliers: [2, 1, 1.28125] },
      { name: 'Direct Sunlight', tuning: 2, multipliers: [1.96, 1, 1.3] },
    ],
  });
});

test('a camera is found by the name that it has elsewhere, and by the name with blanks around it', async () => {
  const { find } = darktableWith();
  expect((await find('Canon', 'Canon EOS REBEL SL1'))?.matrix?.[0]).toEqual([0.6602, -0.0841, -0.0939]);
  expect((await find('Canon ', ' Canon EOS 100D'))?.matrix?.[0]).toEqual([0.6602, -0.0841, -0.0939]);
});

test('four colors have no matrix of three, and cameras that are not there are unknown', async () => {
  const { find } = darktableWith();
  expect(await find('SONY', 'DSC-F828')).toEqual({ maker: 'Sony', model: 'DSC-F828', matrix: null, presets: [] });
  expect(await find('Canon', 'Commented out')).toBeNull();
  expect(await find('', '')).toBeNull();
});

test('a newer darktable brings newer files', async () => {
  const { data, find } = darktableWith();
  expect(await find('SONY', 'ILCE-99')).toBeNull();
  writeFileSync(join(data, 'rawspeed', 'cameras.xml'), XML.replace('DSC-F828', 'ILCE-99'));
  expect(await find('SONY', 'ILCE-99')).not.toBeNull();
});

test('without darktable, or without its files, no camera is known', async () => {
  expect(await camerasOf(() => Promise.resolve(null))('Canon', 'Canon EOS 100D')).toBeNull();
  const { data, installation } = darktableWith();
  expect(
    await camerasOf(() => Promise.resolve({ ...installation, kind: 'flatpak' }))('Canon', 'Canon EOS 100D'),
  ).toBeNull();
  rmSync(data, { recursive: true });
  expect(await camerasOf(() => Promise.resolve(installation))('Canon', 'Canon EOS 100D')).toBeNull();
});
