import { copyFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { BridgeStage } from './bridge-stage.ts';

/**
 * Makes copies of the only picture of a library, while darktable is closed: so many `withFiles` and their history in its film roll, the others in
 * film rolls that are away. No copy has a sidecar.
 */
export function multiplyPictures(
  { real }: Pick<BridgeStage, 'real'>,
  { images, withFiles }: { images: number; withFiles: number },
): void {
  const [picture] = real.pictures as [string];
  const folder = dirname(picture);
  for (let number = 2; number <= withFiles; number += 1)
    copyFileSync(picture, join(folder, `p${String(number).padStart(3, '0')}.jpg`));
  const library = new DatabaseSync(real.library);
  const columnsOf = (table: string) =>
    library
      .prepare(`SELECT name FROM pragma_table_info('${table}')`)
      .all()
      .map(({ name }) => String(name));
  const copy = (table: string, most: number, set: Record<string, string>) => {
    const columns = columnsOf(table).filter((name) => !(name === 'id' && set.id === undefined));
    const source = set.id === undefined ? 'imgid = 1' : 'id = 1';
    library.exec(`WITH RECURSIVE copy (number) AS (SELECT 2 UNION ALL SELECT number + 1 FROM copy WHERE number < ${most})
      INSERT INTO ${table} (${columns.join(', ')})
      SELECT ${columns.map((name) => set[name] ?? `first.${name}`).join(', ')} FROM copy, (SELECT * FROM ${table} WHERE ${source}) AS first`);
  };
  library.exec('BEGIN');
  library.exec(`WITH RECURSIVE roll (number) AS (SELECT 2 UNION ALL SELECT number + 1 FROM roll WHERE number < 100)
    INSERT INTO film_rolls (id, access_timestamp, folder) SELECT number, 0, '/away/roll ' || number FROM roll`);
  copy('images', images, {
    id: 'number',
    group_id: 'number',
    filename: `printf('p%03d.jpg', number)`,
    position: 'number << 32',
    // One a minute: darktable's timeline takes minutes for pictures that were all taken in one moment.
    datetime_taken: '63650000000000000 + number * 60000000',
    film_id: `CASE WHEN number <= ${withFiles} THEN first.film_id ELSE 2 + number % 99 END`,
  });
  for (const table of ['history', 'history_hash', 'module_order']) copy(table, withFiles, { imgid: 'number' });
  library.exec('COMMIT');
  // As darktable does when it closes. With the statistics of one picture, its timeline takes five seconds to find the first and last day.
  library.exec('PRAGMA optimize');
  library.close();
}
