import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { growthOf, MOST_GROWTH } from '../testing/work-of.ts';
import { archiveNames, type ArchivePicture } from './archive-names.ts';
import { ArchiveQuery } from './archive-query.ts';

const picture = (facts: Partial<ArchivePicture> = {}): ArchivePicture => ({
  id: 7,
  filename: 'IMG_2041.CR3',
  film_roll: '/home/ada/Pictures/2024/iceland',
  title: 'Midnight',
  rating: 4,
  datetime_taken: '2024-06-21T23:41:07.120',
  ...facts,
});

describe('names by a pattern', () => {
  test.each<[pattern: string, facts: Partial<ArchivePicture>, name: string]>([
    ['$(FILE_NAME)', {}, 'IMG_2041.jpg'],
    ['$(FILE_NAME)', { filename: 'no ending' }, 'no ending.jpg'],
    ['$(FILE_NAME)', { filename: '' }, '7.jpg'],
    ['$(EXIF.YEAR)-$(EXIF.MONTH)-$(EXIF.DAY) $(FILE_NAME)', {}, '2024-06-21 IMG_2041.jpg'],
    ['$(EXIF_YEAR)$(EXIF_HOUR)$(EXIF_MINUTE)$(EXIF_SECOND)', {}, '2024234107.jpg'],
    ['$(ROLL_NAME)/$(SEQUENCE)', {}, 'iceland/0001.jpg'],
    ['$(ROLL_NAME)/$(SEQUENCE)', { film_roll: 'C:\\Photos\\May\\' }, 'May/0001.jpg'],
    ['$(TITLE) $(STARS) $(ID)', {}, 'Midnight 4 7.jpg'],
    ['$(STARS)', { rating: -1 }, '0.jpg'],
    ['$(EXIF.YEAR)/$(FILE_NAME)', { datetime_taken: null }, 'IMG_2041.jpg'],
    ['$(TITLE)', { title: null }, '7.jpg'],
  ])('%s of %o', (pattern, facts, name) => {
    expect(archiveNames(pattern, [picture(facts)])).toEqual([name]);
  });

  test.each<[what: string, title: string, name: string]>([
    ['no way out of the folder', '../../etc/passwd', '_.._etc_passwd.jpg'],
    ['nor a hidden file', '.bashrc', 'bashrc.jpg'],
    ['nor a device of Windows', 'con', 'con_.jpg'],
    ['nor signs that Windows refuses', 'a<b>c:d"e|f?g*h', 'a_b_c_d_e_f_g_h.jpg'],
    ['nor a name that reads as another', 'gpj.\u202eexe', 'gpj._exe.jpg'],
    ['nor a name longer than a disk takes', '🏔'.repeat(300), `${'🏔'.repeat(60)}.jpg`],
  ])('%s', (_what, title, name) => {
    expect(archiveNames('$(TITLE)', [picture({ title })])).toEqual([name]);
  });

  test('pictures of one name are numbered, also where only the case differs', () => {
    const names = ['a.NEF', 'A.jpg', 'a_01.raw', 'a.tif'].map((filename, id) => picture({ id, filename }));
    expect(archiveNames('$(FILE_NAME)', names)).toEqual(['a.jpg', 'A_01.jpg', 'a_01_01.jpg', 'a_02.jpg']);
  });

  test.each<[what: string, filename: (at: number) => string]>([
    ['all have one name', () => 'same.NEF'],
    ['their numbers are taken by others', (at) => (at % 2 === 0 ? 'a.NEF' : `a_${String(at).padStart(2, '0')}.NEF`)],
    ['each is in the way of the next', (at) => `a${'_01'.repeat(at % 20)}.NEF`],
  ])('the work grows as their number does: %s', (_what, filename) => {
    const make = (count: number) => Array.from({ length: count }, (_, id) => picture({ id, filename: filename(id) }));
    let names: string[] = [];
    expect(growthOf(make, (pictures) => (names = archiveNames('$(FILE_NAME)', pictures)), 2_000)).toBeLessThan(
      MOST_GROWTH,
    );
    expect(new Set(names.map((name) => name.toLowerCase())).size).toBe(names.length);
  });

  test('whatever the library holds, names differ and stay in the folder', () => {
    const facts = fc.record({
      id: fc.nat(),
      filename: fc.string({ unit: 'binary' }),
      film_roll: fc.string({ unit: 'binary' }),
      title: fc.option(fc.string({ unit: 'binary' })),
      rating: fc.integer({ min: -1, max: 5 }),
      datetime_taken: fc.constant(null),
    });
    const patterns = fc.constantFrom('$(FILE_NAME)', '$(ROLL_NAME)/$(TITLE)', '../$(FILE_NAME)', '/$(TITLE)/..');
    fc.assert(
      fc.property(patterns, fc.array(facts, { maxLength: 8 }), (pattern, pictures) => {
        const names = archiveNames(pattern, pictures);
        expect(new Set(names.map((name) => name.toLowerCase())).size).toBe(pictures.length);
        for (const name of names) {
          const parts = name.split('/');
          expect(parts).not.toContain('..');
          expect(parts).not.toContain('');
          expect(name).toMatch(/\.jpg$/);
          for (const part of parts) expect(Buffer.byteLength(part)).toBeLessThanOrEqual(255);
        }
      }),
    );
  });
});

test('a pattern with an unknown variable is refused with those that there are', () => {
  const { error } = ArchiveQuery.safeParse({ pattern: '$(FILE_NAME) $(LENS)' });
  expect(ArchiveQuery.safeParse({ pattern: '$(constructor)' }).success).toBe(false);
  expect(error?.issues[0]?.message).toMatch(/\$\(LENS\).*there are \$\(FILE_NAME\), \$\(ROLL_NAME\)/);
});
