import { expect, test } from 'vitest';
import type { Panel } from '../../contract/panel.ts';
import panel4 from '../../../assets/panels/releases/4.2.1.json';
import panel5 from '../../../assets/panels/releases/5.4.1.json';
import { active, byGroup, hasSwitch, searched } from './module-groups.ts';

const [four, five] = [panel4, panel5] as unknown as [Panel, Panel];
const entry = (operation: string, { enabled = true, multi_priority = 0 } = {}) => ({
  operation,
  enabled,
  multi_priority,
});
const names = (groups: ReturnType<typeof byGroup>) =>
  groups.map(({ name, entries }) => [name, ...entries.map(({ operation }) => operation)]);

test('modules are in the groups of their darktable, the last of the pipe first', () => {
  const entries = ['demosaic', 'exposure', 'sharpen', 'colorbalancergb', 'filmicrgb'].map((op) => entry(op));
  expect(names(byGroup(entries, four))).toEqual([
    ['technical', 'filmicrgb', 'exposure', 'demosaic'],
    ['grading', 'colorbalancergb'],
    ['effects', 'sharpen'],
  ]);
});

test('a module that the layout leaves out is in the group that it has when all are shown', () => {
  expect(names(byGroup([entry('exposure'), entry('filmicrgb')], five))).toEqual([
    ['base', 'exposure'],
    ['tone', 'filmicrgb'],
  ]);
});

test('a module without facts comes at the end, in no group', () => {
  expect(names(byGroup([entry('future'), entry('exposure')], five))).toEqual([
    ['base', 'exposure'],
    [null, 'future'],
  ]);
});

test('active is what is on, with the instances of a module side by side', () => {
  const entries = [
    entry('exposure', { multi_priority: 1 }),
    entry('exposure'),
    entry('sharpen', { enabled: false }),
    entry('colorout'),
    entry('demosaic'),
  ];
  expect(active(entries, five).map(({ operation, multi_priority }) => [operation, multi_priority])).toEqual([
    ['colorout', 0],
    ['exposure', 0],
    ['exposure', 1],
    ['demosaic', 0],
  ]);
});

test('a module that is always on has no switch, nor one that does not apply', () => {
  const module = (operation: string) => five.modules.find((one) => one.operation === operation)!;
  expect(hasSwitch(module('exposure'), true)).toBe(true);
  expect(hasSwitch(module('colorin'), true)).toBe(false);
  expect(hasSwitch(module('demosaic'), true)).toBe(false);
  expect(hasSwitch(module('hotpixels'), true)).toBe(true);
  expect(hasSwitch(module('hotpixels'), false)).toBe(false);
});

test('a module is found by its name in both languages and by its further words', () => {
  const translate = (operation: string, name: string) => (operation === 'exposure' ? 'Belichtung' : name);
  const found = (text: string) => searched(five.modules, text, translate).map(({ operation }) => operation);
  expect(found('belicht')).toEqual(['exposure']);
  expect(found(' RGBlevels ')).toEqual(['rgblevels']);
  expect(found('view transform')).toContain('agx');
  expect(found('clarity')).toContain('atrous');
});
