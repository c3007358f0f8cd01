import { expect, test } from 'vitest';
import { describeSettings } from '../../contract/setting-descriptions.ts';
import { controlOf, fromText, toText } from './value-schema.ts';

test('every setting that the service describes gets the control that fits it', () => {
  const controls = Object.fromEntries(describeSettings().map(({ name, schema }) => [name, controlOf(schema)]));
  expect(controls).toMatchObject({
    library: { is: 'text', nullable: true },
    readOnly: { is: 'switch' },
    previewLevels: { is: 'several', options: [0, 1, 2, 3, 4, 5] },
    previewQuality: { is: 'number', from: 1, to: 100 },
    renderer: { is: 'choice', options: ['auto', 'bridge', 'darktable-cli'] },
    allowedHosts: { is: 'list' },
    port: { is: 'number', from: 0, to: 65535 },
  });
});

test('what is typed comes back as the value that was shown', () => {
  for (const { schema, default: value } of describeSettings()) {
    const control = controlOf(schema);
    if (['switch', 'choice', 'several'].includes(control.is)) continue;
    expect(fromText(control, toText(control, value))).toEqual(value);
  }
});

test('lists are typed a line each, and empty lines are nothing', () => {
  expect(fromText({ is: 'list' }, ' nas.local\n\n gallery, frame \n')).toEqual(['nas.local', 'gallery', 'frame']);
});

test('a number that is none reaches the service as it was typed', () => {
  const control = { is: 'number', from: 1, to: 9 } as const;
  expect(fromText(control, '12x')).toBe('12x');
  expect(fromText(control, '')).toBe('');
  expect(fromText(control, ' 7 ')).toBe(7);
});

test.each(['20000', '20.000', '20,000', '20\u202f000'])('%s is twenty thousand, as the page prints it', (text) => {
  expect(fromText({ is: 'number', from: 1, to: 20_000 }, text)).toBe(20_000);
});
