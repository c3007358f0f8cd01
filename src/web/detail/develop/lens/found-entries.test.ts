import { expect, test } from 'vitest';
import { found } from './found-entries.ts';

const entry = (maker: string, name: string, model = name) => ({ maker, name, model });
const ALL = [entry('Sigma', '18-35mm f/1.8'), entry('Nikon', 'D90', 'Nikon D90'), entry('Nikon', 'D750')];

test('every word must be found in some name; makers come in the order of the alphabet', () => {
  expect(found(ALL, '').map(({ maker, entries }) => [maker, entries.length])).toEqual([
    ['Nikon', 2],
    ['Sigma', 1],
  ]);
  expect(found(ALL, ' d9  NIKON ')).toEqual([{ maker: 'Nikon', entries: [ALL[1]] }]);
  expect(found(ALL, 'sigma d9')).toEqual([]);
});
