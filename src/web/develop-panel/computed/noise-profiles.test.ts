import { expect, test } from 'vitest';
import type { PanelControl } from '../../../contract/panel.ts';
import { noiseProfile, withOwnProfiles } from './noise-profiles.ts';

const SAMPLE: PanelControl[] = [
  { kind: 'combobox', label: 'profile', options: [{ label: 'found match for ISO 800' }], sets: ['a[0]'] },
  { kind: 'combobox', label: 'mode', field: 'mode' },
];
const profile = (iso: number) => ({
  name: `iso ${iso}`,
  iso,
  a: [2.42360911595177e-6 * iso, 1.20056172825695e-6, 1.69233174386527e-6] as [number, number, number],
  b: [4.46157504287823e-9, 5.76086698503822e-10, 3.51529572836847e-9] as [number, number, number],
});
const first = { ...profile(1), kind: 'match' as const, isos: [1], a: [-1, 2, 3] as [number, number, number] };
const [list, mode] = withOwnProfiles(SAMPLE, { automatic: first, profiles: [profile(1), profile(2)] }, 'automatic');
const from = (a: readonly number[], b: readonly number[]) => (field: string) =>
  Math.fround((field.startsWith('a') ? a : b)[Number(field.slice(2, 3))]!);

test('the list has the profiles of the camera, and nothing else changes', () => {
  expect(list!.options!.map(({ label }) => label)).toEqual(['automatic', 'iso 1', 'iso 2']);
  expect(mode).toBe(SAMPLE[1]);
  expect(noiseProfile(SAMPLE[0]!, () => 0)).toBeNull();
});

test('what is stored in single precision is found, and what is chosen sets all six', () => {
  const { a, b } = profile(2);
  const control = noiseProfile(list!, from(a, b))!;
  expect(control.value).toBe(2);
  expect(control.changesTo!(1)).toEqual({
    'a[0]': profile(1).a[0],
    'a[1]': a[1],
    'a[2]': a[2],
    'b[0]': b[0],
    'b[1]': b[1],
    'b[2]': b[2],
  });
  expect(control.changesTo!(0)['a[0]']).toBe(-1);
});

test('what darktable looks up is the first entry, also with the numbers of another picture', () => {
  expect(noiseProfile(list!, from([-1, 9, 9], [9, 9, 9]))!.value).toBe(0);
});

test('a profile that the table does not have is none of them', () => {
  expect(noiseProfile(list!, from([1, 9, 9], [9, 9, 9]))!.value).toBe(-1);
});
