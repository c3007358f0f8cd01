import { Connection } from './connection.ts';
import { type ImageCount, imageCountSql } from './image-sql.ts';
import { type LibraryFiles, NotAtRest } from './lock-free.ts';
import { isNewer } from './newer-schema.ts';
import { isSupported, type LibrarySchema, NEWEST_SCHEMA, OLDEST_SCHEMA } from './schema.ts';
import type { Look } from './stamp.ts';

export type LibraryProblem = 'missing' | 'unreadable' | 'not-a-library' | 'too-old' | 'too-new' | 'no-data-db' | 'busy';

/** Whether the library can be read. The message tells people which file, what is wrong and what to do. */
export type LibraryState =
  | {
      status: 'ready';
      file: string;
      schemaVersion: number;
      images: number;
      /** See [Note: Images without a usable number]. */
      leftOut: number;
      message: string;
    }
  | { status: 'problem'; file: string; problem: LibraryProblem; message: string };

/** null: it cannot be read. */
export const schemaIn = (state: LibraryState): number | null => (state.status === 'ready' ? state.schemaVersion : null);

/** Checks the files, then SQLite, then the schema. Never throws; may block for some hundredths of a second. */
export function examine(files: LibraryFiles): LibraryState {
  const file = files.library.path;
  const { library, data } = files.look();
  const outside = problemOf(library, file) ?? dataProblemOf(data, file, files.data.path);
  if (outside) return outside;
  for (let attempt = 1; ; attempt++) {
    let stamp: string | null = null;
    try {
      stamp = files.settledNow();
      if (stamp === null) return problem(file, 'missing', `The library ${file} disappeared while it was being read.`);
      const state = readState(files, stamp);
      if (files.isStill(stamp)) return state;
    } catch (error) {
      if (error instanceof NotAtRest) return busy(file, error);
      if (stamp === null || files.isAtRest(stamp)) return damaged(file, error);
    }
    if (attempt === 5) return busy(file);
  }
}

function readState(files: LibraryFiles, stamp: string): LibraryState {
  const file = files.library.path;
  const connection = new Connection(files, stamp);
  try {
    const schema = connection.foundSchema;
    const refusal = refusalOf(file, schema, (newer) => connection.reads(newer));
    if (refusal || !schema) return refusal!;
    return readyState(file, schema.version, connection.get(imageCountSql()) as ImageCount);
  } finally {
    connection.close();
  }
}

export function readyState(file: string, schemaVersion: number, count: ImageCount): LibraryState {
  const { images, left_out: leftOut } = count;
  const message =
    images === 0
      ? `The library ${file} is empty. Import pictures in darktable, and they appear here automatically.`
      : `${images.toLocaleString('en-US')} ${images === 1 ? 'image' : 'images'} in ${file}.`;
  const odd =
    leftOut === 0
      ? ''
      : ` ${leftOut} more ${leftOut === 1 ? 'is' : 'are'} left out because of invalid ids. The file may be damaged.`;
  const newer = whyNotWritten(schemaVersion);
  return {
    status: 'ready',
    file,
    schemaVersion,
    images,
    leftOut,
    message: `${message}${odd}${newer === null ? '' : ` ${newer}`}`,
  };
}

/** Why a library of this schema is only read, in a sentence; null: it is written, too. */
export const whyNotWritten = (schemaVersion: number): string | null =>
  isNewer({ version: schemaVersion })
    ? `The library is of a newer darktable (library version ${schemaVersion}); this Safelight writes versions ${OLDEST_SCHEMA} to ${NEWEST_SCHEMA}, so it only shows it. Update Safelight.`
    : null;

/** What is wrong with the schema of a file, or null. `isReadableNewer`: whether one of a newer version has all that is read. */
export function refusalOf(
  file: string,
  schema: LibrarySchema | null,
  isReadableNewer: (schema: LibrarySchema) => boolean,
): LibraryState | null {
  if (!schema) {
    return problem(
      file,
      'not-a-library',
      `${file} is a database, but not a darktable library. Choose the library.db of darktable's configuration folder.`,
    );
  }
  if (isSupported(schema) || (isNewer(schema) && isReadableNewer(schema))) return null;
  const range = `this Safelight reads versions ${OLDEST_SCHEMA} to ${NEWEST_SCHEMA}`;
  return schema.version < OLDEST_SCHEMA
    ? problem(
        file,
        'too-old',
        `The library ${file} was made by a darktable older than 4.2 (library version ${schema.version}; ${range}). ` +
          'Open it once with a newer darktable, which brings it up to date.',
      )
    : problem(
        file,
        'too-new',
        `The library ${file} was made by a newer darktable (library version ${schema.version}; ${range}). Update Safelight.`,
      );
}

/** What is wrong with a file that SQLite could not read although it was at rest. */
export function damaged(file: string, error: unknown): LibraryState {
  const { errcode, message } = error as { errcode?: number; message: string };
  if (((errcode ?? 0) & 0xff) === SQLITE_NOTADB) return notADatabase(file);
  return problem(
    file,
    'unreadable',
    `The library ${file} cannot be read: ${message}. It may be damaged or incomplete: let darktable check it, or restore a backup.`,
  );
}

export function busy(file: string, reason?: NotAtRest): LibraryState {
  return problem(
    file,
    'busy',
    reason?.hotJournal
      ? `The library ${file} has an unfinished change by another program (${reason.hotJournal}). ` +
          'When no program writes to it any longer, open it in darktable, which repairs it.'
      : `The library ${file} keeps changing, so it cannot be read reliably. Trying again.`,
  );
}

const SQLITE_NOTADB = 26;

function problemOf(look: Look, file: string): LibraryState | null {
  switch (look.kind) {
    case 'missing':
      return problem(
        file,
        'missing',
        `There is no library at ${file}. Start darktable once to create it, or choose another file with --library or in the settings.`,
      );
    case 'folder':
      return problem(file, 'unreadable', `${file} is not a file. Choose the library.db itself.`);
    case 'unreadable':
      return problem(
        file,
        'unreadable',
        `The library ${file} cannot be read (${reasonText(look.reason)}). Give the user that Safelight runs as permission to read it.`,
      );
    case 'file':
      return look.isSqlite ? null : notADatabase(file, look.size === 0);
  }
}

function dataProblemOf(look: Look, file: string, data: string): LibraryState | null {
  switch (look.kind) {
    case 'missing':
      return problem(
        file,
        'no-data-db',
        `${data} is missing. It belongs beside ${file} and has the names of the tags. Restore it, or start darktable once.`,
      );
    case 'folder':
      return problem(file, 'unreadable', `${data} is not a file. It should be the data.db that belongs to ${file}.`);
    case 'unreadable':
      return problem(
        file,
        'unreadable',
        `${data} cannot be read (${reasonText(look.reason)}). Give the user that Safelight runs as permission to read it.`,
      );
    case 'file':
      return look.isSqlite
        ? null
        : problem(file, 'unreadable', `${data} is not a database. It should be the data.db that belongs to ${file}.`);
  }
}

function notADatabase(file: string, isEmpty = false): LibraryState {
  const what = isEmpty ? 'is an empty file' : 'is not a database';
  return problem(
    file,
    'not-a-library',
    `${file} ${what}, so it is not a darktable library. Choose the library.db of darktable's configuration folder.`,
  );
}

const reasonText = (code: string) => (code === 'EACCES' || code === 'EPERM' ? 'permission denied' : code);

function problem(file: string, kind: LibraryProblem, message: string): LibraryState {
  return { status: 'problem', file, problem: kind, message };
}
