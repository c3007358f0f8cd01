import { expect, test } from 'vitest';
import { fittingLenses } from './fitting-lenses.ts';
import { guessedFromName } from './guessed-from-name.ts';
import { readLensFile } from './lens-file.ts';

const XML = `<lensdatabase version="1">
  <mount><name>Nikon F AF</name><compat>Nikon F</compat><compat>M42</compat></mount>
  <camera><maker>Nikon Corporation</maker><maker lang="en">Nikon</maker><model>Nikon D750</model>
    <model lang="en">D750</model><mount>Nikon F AF</mount><cropfactor>1.0</cropfactor></camera>
  <camera><maker>Nikon Corporation</maker><maker lang="en">Nikon</maker><model>Nikon D90</model>
    <model lang="en">D90</model><mount>Nikon F AF</mount><cropfactor>1.523</cropfactor></camera>
  <!-- <lens><maker>Nobody</maker><model>10mm f/1</model><mount>Nikon F</mount></lens> -->
  <lens><maker>Nikon</maker><model>Nikon AF-S Nikkor 24-70mm f/2.8E ED VR 170</model>
    <model lang="en">NIKKOR AF-S 24-70mm f/2.8E ED VR</model><mount>Nikon F AF</mount><cropfactor>1</cropfactor>
    <calibration><distortion model="ptlens" focal="24" a="0.1" b="0" c="0"/>
      <tca model="poly3" focal="70" vr="1" vb="1"/></calibration></lens>
  <lens><maker>Nikon</maker><model>First name</model><model>AF-P DX Nikkor 10-20mm f/4.5-5.6G VR</model>
    <mount>Nikon F</mount><cropfactor>1.528</cropfactor></lens>
  <lens><maker>A &amp; B</maker><model>50/F1.2 </model><mount>M42</mount><cropfactor>1</cropfactor>
    <focal value="50"/><calibration><vignetting model="pa" focal="50" aperture="1.2" distance="1"/>
      <vignetting model="pa" focal="50" aperture="16" distance="1"/></calibration></lens>
  <lens><maker>Nikon</maker><model>nikon af-s nikkor 24-70mm f/2.8E ED VR 170</model><mount>Nikon F AF</mount>
    <cropfactor>1.5</cropfactor></lens>
  <lens><maker>Canon</maker><model>EF 50mm f/1.8</model><mount>Canon EF</mount><cropfactor>1</cropfactor></lens>
</lensdatabase>`;
const { cameras, lenses, mounts } = readLensFile(XML);

test('cameras, lenses and mounts are read with the names that are stored and those that are shown', () => {
  expect(cameras[0]).toEqual({
    maker: 'Nikon Corporation',
    makerName: 'Nikon',
    model: 'Nikon D750',
    name: 'D750',
    mount: 'Nikon F AF',
    cropFactor: 1,
  });
  expect(lenses.map(({ maker }) => maker)).not.toContain('Nobody');
  expect(lenses[0]).toEqual({
    maker: 'Nikon',
    makerName: 'Nikon',
    mounts: ['Nikon F AF'],
    cropFactor: 1,
    model: 'Nikon AF-S Nikkor 24-70mm f/2.8E ED VR 170',
    name: 'NIKKOR AF-S 24-70mm f/2.8E ED VR',
    focal: [24, 70],
    aperture: [2.8, 0],
    corrections: ['distortion', 'tca'],
  });
  // The last name without a language counts, and blanks belong to it.
  expect(lenses[1]!.model).toBe('AF-P DX Nikkor 10-20mm f/4.5-5.6G VR');
  expect(lenses[2]).toMatchObject({ maker: 'A & B', model: '50/F1.2 ', focal: [50, 50], aperture: [1.2, 16] });
  expect(mounts.get('Nikon F AF')).toEqual(['Nikon F', 'M42']);
});

test('a lens fits by its mount and by the sensor that it was measured with, and is listed once', () => {
  const fitting = (camera: number) => fittingLenses(lenses, cameras[camera]!, mounts).map(({ model }) => model);
  expect(fitting(0)).toEqual(['Nikon AF-S Nikkor 24-70mm f/2.8E ED VR 170', '50/F1.2 ']);
  expect(fitting(1)).toEqual([
    'AF-P DX Nikkor 10-20mm f/4.5-5.6G VR',
    'nikon af-s nikkor 24-70mm f/2.8E ED VR 170',
    '50/F1.2 ',
  ]);
  expect(fittingLenses(lenses, null, mounts)).toHaveLength(4);
});

// As lensfun 0.3.3 answered for these names.
test.each([
  ['NIKKOR AF-S 50mm f/1.8G', [50, 50], 1.8],
  ['Sigma 12-24mm F4 DG HSM Art', [12, 24], 4],
  ['Helios-44 58mm 1:2', [58, 58], 2],
  ['SMC PENTAX DA 1:3.5-5.6 18-55mm', [18, 55], 3.5],
  ['MC Peleng 3.5/8', [8, 8], 3.5],
  ['Kenko converter 50mm f/2', [0, 0], 0],
  ['fixed lens', [0, 0], 0],
] as const)('%s tells its focal lengths and its largest aperture', (name, focal, aperture) => {
  expect(guessedFromName(name)).toEqual({ focal, aperture: [aperture, 0] });
});
