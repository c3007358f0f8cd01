import { DatabaseSync } from 'node:sqlite';
import { inspect } from 'node:util';

/** What the library and data.db hold, byte for byte; not when an image was changed, and which thumbnails are old. */
export function libraryRows({ file, data }: { file: string; data: string }): Record<string, string[]> {
  const tables = [
    'images',
    'history',
    'history_hash',
    'masks_history',
    'module_order',
    'color_labels',
    'tagged_images',
    'meta_data',
  ];
  // Not only to be read: the change in whose middle a program was killed is rolled back first, as darktable would.
  const db = new DatabaseSync(file);
  try {
    db.prepare('ATTACH ? AS data').run(data);
    return Object.fromEntries(
      [...tables, 'data.tags', 'data.styles'].map((table) => {
        const all = db.prepare(`SELECT * FROM ${table}`);
        all.setReadBigInts(true);
        const texts = all
          .all()
          .map(({ change_timestamp: _, mipmap_hash: __, ...row }) => inspect(row, { maxArrayLength: null }));
        return [table, texts.sort()];
      }),
    );
  } finally {
    db.close();
  }
}
