import { expect, test } from 'vitest';
import { PathTable } from './path-table.ts';

const table = new PathTable<string>();
for (const path of ['/', '/images', '/images/refresh', '/images/:id', '/images/:id/modules/:op', '/Tags/:tagId'])
  table.add(path, path);

test.each<[string, [string, Record<string, string>][]]>([
  ['/', [['/', {}]]],
  ['/images', [['/images', {}]]],
  ['/IMAGES/', [['/images', {}]]],
  ['/images/7', [['/images/:id', { id: '7' }]]],
  ['/images/7/', [['/images/:id', { id: '7' }]]],
  [
    '/images/refresh',
    [
      ['/images/refresh', {}],
      ['/images/:id', { id: 'refresh' }],
    ],
  ],
  ['/images/7/modules/tone%20curve', [['/images/:id/modules/:op', { id: '7', op: 'tone curve' }]]],
  ['/tags/a%2Fb', [['/Tags/:tagId', { tagId: 'a/b' }]]],
  ['/images//modules/exposure', []],
  ['/images/7/modules', []],
  ['/images/7//', []],
  ['//images', []],
  ['/nothing', []],
])('%s', (path, found) => {
  expect(table.find(path).map(({ value, params }) => [value, params])).toEqual(found);
});

test('a broken percent escape is an error', () => {
  expect(() => table.find('/images/%zz')).toThrow(URIError);
});
