import { describe, expect, test } from 'vitest';
import type { PanelCondition, PanelControl } from '../contract/panel.ts';
import { shownText, type SliderScale } from '../contract/slider-value.ts';
import { typedValue } from '../contract/typed-value.ts';
import { dimensions, elementSize, type Field } from './layout.ts';
import { blendLayoutOf, layoutOf, moduleLayouts } from './layouts.ts';
import { enumProblem, numberProblem } from './param-values.ts';
import { blendingPanel, modulePanel, panelOf, panelRelease } from './panels.ts';

/** Every panel there is, once for each release that shows it. */
const RELEASES = ['4.2.1', '5.4.1'];
const modulePanels = RELEASES.flatMap((release) =>
  panelOf(release).modules.flatMap(({ operation, versions }) =>
    versions.map((version) => ({ ...modulePanel(operation, version, release)!, wanted: release })),
  ),
).filter(({ release, wanted }) => release === wanted);
const areas = [11, 14].flatMap((version) =>
  Object.entries(blendingPanel(version)!.areas).map(([space, controls]) => ({ version, space, controls })),
);

const panels = [
  ...modulePanels.map(({ operation, module_version: version, release, controls }) => ({
    name: `${operation} ${version} of ${release}`,
    controls,
    fields: layoutOf(operation, version)!.fields,
    runtimeDefaults: moduleLayouts(operation)!.runtimeDefaults === true,
  })),
  ...areas.map(({ version, space, controls }) => ({
    name: `blending ${version} in ${space}`,
    controls,
    fields: blendLayoutOf(version)!.fields,
    runtimeDefaults: false,
  })),
];

/** The field that a path leads to, with its place in the blob. */
function locate(fields: readonly Field[], path: string): { field: Field; offset: number } | null {
  let inside = fields;
  let field: Field | undefined;
  let offset = 0;
  let lengths: readonly number[] = [];
  for (const step of path.match(/\w+|\[\d+\]/g) ?? []) {
    if (step.startsWith('[')) {
      const [length = 0, ...inner] = lengths;
      const index = Number(step.slice(1, -1));
      if (!field || index >= length) return null;
      offset += index * inner.reduce((product, count) => product * count, elementSize(field));
      lengths = inner;
    } else {
      field = inside.find(({ name }) => name === step);
      if (!field) return null;
      offset += field.offset;
      lengths = dimensions(field);
      inside = field.type === 'struct' ? field.fields : [];
    }
  }
  return field ? { field, offset } : null;
}

const isSlider = (control: PanelControl): control is PanelControl & SliderScale & { hard: [number, number] } =>
  control.kind === 'slider';
const conditionsOf = ({ shown_when = [], enabled_when = [] }: PanelControl) => [...shown_when, ...enabled_when].flat();

test('there are facts about every module that either darktable shows', () => {
  const counts = RELEASES.map((release) => panelOf(release).modules.length);
  expect(counts).toEqual([86, 92]);
  // 75 modules have one version in both releases.
  expect(modulePanels).toHaveLength(86 + 92);
  expect(panels.flatMap(({ controls }) => controls.filter(({ field }) => field !== undefined)).length).toBeGreaterThan(
    959,
  );
});

/** bilat: both of its modes use the fields, with other defaults. shadhi: the layout has the default of 5.6. */
const OTHER_DEFAULTS: Record<string, string[]> = {
  'bilat 3 of 4.2.1': ['sigma_s', 'sigma_r'],
  'bilat 3 of 5.4.1': ['sigma_s', 'sigma_r'],
  'shadhi 5 of 4.2.1': ['shadhi_algo'],
};

describe.each(panels)('$name', ({ name, controls, fields, runtimeDefaults }) => {
  test('every field that is shown, set or asked for is in the layout, at its place', () => {
    const wrong = controls.flatMap((control) => {
      const named = conditionsOf(control).flatMap((condition) => ('field' in condition ? [condition.field] : []));
      const { field, byte_offset, also_sets = [], sets = [], scale_from } = control;
      const all = [...named, ...also_sets, ...sets, ...(scale_from ? [scale_from.low, scale_from.high] : [])];
      const missing = all.filter((path) => !locate(fields, path));
      const place = field === undefined ? byte_offset : locate(fields, field)?.offset;
      return missing.length > 0 || (byte_offset !== undefined && place !== byte_offset)
        ? [{ field, missing, place }]
        : [];
    });
    expect(wrong).toEqual([]);
  });

  test('no two controls of a section have one label while both are shown', () => {
    const labelled = controls.filter(({ kind, label }) => label !== undefined && kind !== 'label');
    const places = Map.groupBy(labelled, ({ kind, label, tab, fold, section, label_is_hidden }) =>
      JSON.stringify([kind === 'section' || kind === 'fold', label, tab, fold, section, label_is_hidden]),
    );
    const twice = [...places.values()].flatMap((group) =>
      group.filter((one, index) => group.slice(index + 1).some((other) => canBeShownTogether(one, other))),
    );
    expect(twice.map(({ label, section }) => [label, section])).toEqual([]);
  });

  test('the soft range lies within the hard one, and the default too', () => {
    const wrong = controls.filter(isSlider).filter(({ soft, hard, default: start = hard[0] }) => {
      const [least, most] = hard;
      return !(least <= soft![0] && soft![0] < soft![1] && soft![1] <= most && least <= start && start <= most);
    });
    expect(wrong.map(({ label }) => label)).toEqual([]);
  });

  test('what a slider shows, typed again, is stored as it was, within the digits', () => {
    const wrong = controls.filter(isSlider).flatMap((slider) =>
      valuesOf(slider).flatMap((stored) => {
        const text = shownText(slider, stored, ',');
        const typed = typedValue(slider, text, { stored, decimal: ',' });
        const again = typed.refused ? JSON.stringify(typed.refused) : shownText(slider, typed.stored, ',');
        // -0.00 is stored as 0.
        return again.replace(/^[-+]/, '') === text.replace(/^[-+]/, '') ? [] : [[slider.label, stored, text, again]];
      }),
    );
    expect(wrong).toEqual([]);
  });

  test('what may be typed or chosen may be stored', () => {
    const wrong = controls.flatMap(({ field, hard = [], power, options = [] }) => {
      if (field === undefined) return [];
      const layout = locate(fields, field)!.field;
      const ends = hard.map((end) => (power ? power.base ** (end + power.plus) : end));
      const choices = options.flatMap(({ value }) => value ?? []);
      return [...ends, ...choices].flatMap((value) => {
        const problem = problemOf(layout, value);
        return problem === null ? [] : [[field, value, problem]];
      });
    });
    expect(wrong).toEqual([]);
  });

  test('an option without a value of its own tells the fields that it sets', () => {
    const lists = controls.filter(({ options = [] }) => options.some(({ set }) => set));
    const silent = lists.flatMap(({ options = [] }) => options.filter(({ set }) => !set));
    expect(silent.map(({ label }) => label)).toEqual([]);
  });

  test('a default is that of the parameters, where the module does not work it out', () => {
    const wrong = controls.flatMap(({ field, default: start, power }) => {
      if (field === undefined || start === undefined || runtimeDefaults) return [];
      const { default: own } = locate(fields, field)!.field;
      const stored = power ? power.base ** (start + power.plus) : start;
      const isEqual = own === undefined || Math.abs(Number(own) - stored) <= 1e-6 * Math.abs(stored);
      return isEqual || OTHER_DEFAULTS[name]?.includes(field) ? [] : [[field, start, own]];
    });
    expect(wrong).toEqual([]);
  });

  test('the options of a field are different values, which it can store', () => {
    const wrong = controls
      .filter(({ kind, field }) => kind === 'combobox' && field !== undefined)
      .flatMap((control) => {
        const values = (control.options ?? []).filter(({ header }) => !header).map(({ value }) => value);
        const { field } = locate(fields, control.field!)!;
        const known = field.type === 'enum' ? Object.values(field.values) : values;
        const isRight = new Set(values).size === values.length && values.every((value) => known.includes(value));
        return isRight ? [] : [[control.label, values]];
      });
    expect(wrong).toEqual([]);
  });

  test('a condition asks a control for a position that it has', () => {
    const wrong = controls.flatMap(conditionsOf).filter((condition) => {
      if (!('control' in condition)) return false;
      const asked = controls.find(({ label, options }) => label === condition.control && options);
      return !asked || condition.in.some((place) => place >= asked.options!.length);
    });
    expect(wrong).toEqual([]);
  });
});

function problemOf(field: Field, value: number): string | null {
  if (field.type === 'enum') return enumProblem(field, value);
  if (field.type === 'bool32') return value === 0 || value === 1 ? null : '0 or 1';
  return field.type === 'char' || field.type === 'struct' ? null : numberProblem({ ...field, type: field.type }, value);
}

/**
 * What a slider may store: both ends of both ranges, the default, and values in between, as single precision has them.
 */
function valuesOf({ soft, hard, default: start, power }: PanelControl): number[] {
  const ends = [...soft!, ...hard!, ...(start === undefined ? [] : [start])];
  const between = Array.from({ length: 37 }, (_, index) => soft![0] + ((soft![1] - soft![0]) * (index + 0.5)) / 37);
  return [...ends, ...between].map((value) => Math.fround(power ? power.base ** (value + power.plus) : value));
}

/** Not where one of them needs another picture, or where a field would have to store two values at once. */
function canBeShownTogether(one: PanelControl, other: PanelControl): boolean {
  if (one.needs !== other.needs) return false;
  const lists = ({ shown_when = [[]] }: PanelControl) => shown_when;
  return lists(one).some((first) => lists(other).some((second) => !exclude(first, second)));
}

const exclude = (first: readonly PanelCondition[], second: readonly PanelCondition[]) =>
  first.some((condition) =>
    second.some(
      (other) =>
        'field' in condition &&
        'field' in other &&
        condition.field === other.field &&
        !condition.in.some((value) => other.in.includes(value)),
    ),
  );

test('a history of 4.2 has its own words, and one of 5.4 its own', () => {
  const labels = (operation: string, version: number, release: string) =>
    modulePanel(operation, version, release)!.controls.map(({ label }) => label);
  expect(panelOf('4.2.1').modules.find(({ operation }) => operation === 'highlights')!.versions).toEqual([4]);
  expect(labels('crop', 1, '5.4.1')).toEqual(labels('crop', 1, '4.2.1'));
  expect(modulePanel('channelmixerrgb', 3, '4.2.1')!.release).toBe('4.2.1');
  expect(modulePanel('channelmixerrgb', 3, '5.4.1')!.release).toBe('5.4.1');
});

test.each([
  [37, '4.2.1'],
  [56, '5.0.1'],
  [57, '5.4.1'],
  [58, '5.4.1'],
  [null, '5.4.1'],
])('a library of schema %s gets the panels of darktable %s', (schemaVersion, release) => {
  expect(panelRelease(schemaVersion)).toBe(release);
});

test('of a module version without facts there is no panel', () => {
  expect(modulePanel('exposure', 5, '4.2.1')).toBeNull();
  expect(modulePanel('constructor', 1, '4.2.1')).toBeNull();
  expect(blendingPanel(9)).toBeNull();
});
