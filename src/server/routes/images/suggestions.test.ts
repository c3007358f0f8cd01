import { expect, test } from 'vitest';
import type { z } from 'zod';
import type { ImageList } from '../../../contract/image-record.ts';
import type { Suggestions } from '../../../contract/suggestions.ts';
import type { FixtureImage } from '../../../testing/library-fixture.ts';
import { startApp, type TestApp } from '../../../testing/start-app.ts';

const canon = { maker: 'Canon', lens: 'EF 50mm', iso: 100 };
const images: FixtureImage[] = [
  { ...canon, id: 1, model: 'EOS 5D', tags: ['places|Austria|Wien'], film: '/photos/Wien', stars: 3 },
  { ...canon, id: 2, model: 'EOS 5D Mark II', tags: ['places|Austria|Wiener Neudorf'], film: '/photos/Wiener Neudorf' },
  { ...canon, id: 3, model: 'EOS 5D Mark II', tags: ['places|Austria|Wien', 'say "hi"'], film: '/photos/Wien' },
  { id: 4, maker: null, model: null, lens: null, iso: 3200, film: '/old/Wien', rejected: true, labels: ['red'] },
];
const library = images.map((image) => ({
  filename: `${image.id}.jpg`,
  taken: `202${image.id!}-05-01T10:00:00`,
  ...image,
}));

const ask = (app: TestApp, search: string, more: Record<string, string> = {}) =>
  app.get<Suggestions>(`/api/v1/images/suggestions?${String(new URLSearchParams({ search, ...more }))}`);
const words = ({ items }: Suggestions) => items.map(({ word, count }) => `${word} ${count}`);

test('what is typed is offered as search words, with the number that each finds', async () => {
  const app = await startApp({ library });
  expect(words(await ask(app, 'wien'))).toEqual([
    'tag:places|Austria|Wien 2',
    'tag:"places|Austria|Wiener Neudorf" 1',
    'roll:/photos/Wien 2',
    'roll:/old/Wien 1',
    'roll:"/photos/Wiener Neudorf" 1',
  ]);
  expect(words(await ask(app, 'camera:5d'))).toEqual(['camera:"EOS 5D Mark II" 2', 'camera:"EOS 5D" 1']);
  expect(words(await ask(app, 'eos 5d', { at: '3' }))).toEqual(['camera:"EOS 5D Mark II" 2', 'camera:"EOS 5D" 1']);
  // What is called so comes first.
  expect(words(await ask(app, 'camera:"eos 5d"'))).toEqual(['camera:"EOS 5D" 1', 'camera:"EOS 5D Mark II" 2']);
  expect(words(await ask(app, 'tag:aus'))[0]).toBe('tag:places|Austria 3');
  expect(words(await ask(app, 'tag:hi'))).toEqual(['tag:"say ""hi""" 1']);
  expect(words(await ask(app, 'iso:'))).toEqual(['iso:100 3', 'iso:3200 1']);
  expect(words(await ask(app, 'stars:'))).toEqual(['stars:3 1', 'stars:0 2']);
  expect(words(await ask(app, 'label:'))).toEqual(['label:red 1']);
  expect(words(await ask(app, 'is:r'))).toEqual(['is:rejected 1']);
  expect(words(await ask(app, 'date:'))).toEqual(['date:2024 1', 'date:2023 1', 'date:2022 1', 'date:2021 1']);
  expect(words(await ask(app, 'date:2023'))).toEqual(['date:2023-05 1']);
});

test('the other words and filters count, and a minus is kept', async () => {
  const app = await startApp({ library });
  expect(await ask(app, 'is:rejected wi', { at: '14' })).toMatchObject({ from: 12, to: 14 });
  expect(words(await ask(app, 'is:rejected wi'))).toEqual(['roll:/old/Wien 1']);
  expect(words(await ask(app, 'tag:wi camera:"EOS 5D"', { at: '6' }))).toEqual(['tag:places|Austria|Wien 1']);
  expect(words(await ask(app, '-lens:'))).toEqual(['-lens:"EF 50mm" 1']);
  expect(words(await ask(app, 'is:rejected OR camera:mark'))).toEqual(['camera:"EOS 5D Mark II" 3']);
  expect(words(await ask(app, 'roll:', { rating: '3' }))).toEqual(['roll:/photos/Wien 1']);
});

test('each suggestion finds as many as it says', async () => {
  const app = await startApp({ library });
  for (const search of [
    'wi',
    'tag:',
    'roll:',
    'camera:',
    'lens:',
    'mm:',
    'f:',
    'exposure:',
    'mp:',
    'date:',
    '-is:',
    'no:',
  ])
    for (const { word, count } of (await ask(app, search)).items) {
      const { total } = await app.get<z.infer<typeof ImageList>>(
        `/api/v1/images?${String(new URLSearchParams({ search: word }))}`,
      );
      expect([word, total]).toEqual([word, count]);
    }
});

test('a name that nothing has is told', async () => {
  const app = await startApp({ library });
  const known = async (search: string) => (await ask(app, search)).known;
  expect(await known('tag:wi')).toBe(false);
  expect(await known('-tag:wi')).toBe(false);
  expect(await known('camera:5D')).toBe(false);
  expect(await known('tag:WIEN')).toBe(true);
  // It has the name, though not among these.
  expect(await known('is:rejected tag:wien')).toBe(true);
  for (const search of ['wi', 'iso:7', 'iso:abc', '', 'wien ']) expect(await known(search)).toBe(true);
});
