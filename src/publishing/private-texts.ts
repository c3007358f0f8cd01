import { dirname } from 'node:path';
import type { ImageRecord } from '../contract/image-record.ts';
import { settingsIn } from '../darktable/darktablerc.ts';
import type { LibraryReader } from '../library/connection.ts';
import type { Library } from '../library/library.ts';

const TEXTS = ['title', 'description', 'creator', 'publisher', 'rights'] as const;
type Text = (typeof TEXTS)[number];

/** DT_METADATA_FLAG_PRIVATE of metadata.h. */
const PRIVATE = 2;

/**
 * The texts that darktable keeps out of its exports: as its settings say (`plugins/lighttable/metadata/<name>_flag`), and since 5.2 the table
 * `meta_data` of data.db. Throws `library_unavailable`.
 */
export async function privateTexts(library: Pick<Library, 'file' | 'read'>): Promise<ReadonlySet<Text>> {
  const settings = await settingsIn(dirname(library.file));
  const inTable = new Set(await library.read(privateTextsIn));
  return new Set(
    TEXTS.filter(
      (text) =>
        Number.parseInt(settings.get(`plugins/lighttable/metadata/${text}_flag`) ?? '', 10) & PRIVATE ||
        inTable.has(text),
    ),
  );
}

export const withoutTexts = (record: ImageRecord, texts: ReadonlySet<Text>): ImageRecord => ({
  ...record,
  ...Object.fromEntries([...texts].map((text) => [text, null])),
});

function privateTextsIn(reader: LibraryReader): string[] {
  const isThere = reader.get("SELECT 1 FROM data.sqlite_schema WHERE type = 'table' AND name = 'meta_data'");
  if (!isThere) return [];
  // Xmp.dc.title
  const rows = reader.all('SELECT tagname FROM data.meta_data WHERE private') as { tagname: string }[];
  return rows.map(({ tagname }) => tagname.replace(/^.*\./, ''));
}
