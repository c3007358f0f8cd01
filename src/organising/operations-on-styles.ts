import type Database from 'better-sqlite3';
import { AppError } from '../platform/errors.ts';
import type { OperationWriter } from './operation-writer.ts';
import { rowOf } from './style-content.ts';
import type { StyleContent } from './style-file.ts';
import {
  changeStyle,
  createStyle,
  deleteStyle,
  insertStyle,
  STYLES_ONLY_CLOSED,
  type NewStyle,
  type StyleOperation,
} from './style-operations.ts';

export interface ChangedStyle {
  /** null: nothing was changed. */
  change: number | null;
  /** null: it was deleted. */
  styleId: number | null;
  /** Its full name before. null: there was none. */
  before: string | null;
  /** Operations whose drawn mask the style does not have. */
  masksLeft: readonly string[];
}

/** Only while darktable is closed. These throw `not_found` and `conflict`. */
export interface OperationsOnStyles {
  createStyle(style: NewStyle, client: string): Promise<ChangedStyle>;
  importStyle(style: StyleContent, client: string): Promise<ChangedStyle>;
  changeStyle(id: number, change: { name?: string; description?: string }, client: string): Promise<ChangedStyle>;
  deleteStyle(id: number, client: string): Promise<ChangedStyle>;
}

export function operationsOnStyles(writer: OperationWriter): OperationsOnStyles {
  return {
    createStyle: (style, client) => write(writer, client, (library) => createStyle(library, style)),
    importStyle: ({ items, ...style }, client) =>
      write(writer, client, (library) => insertStyle(library, style, items.map(rowOf))),
    changeStyle: (id, change, client) => write(writer, client, (library) => changeStyle(library, id, change)),
    deleteStyle: (id, client) => write(writer, client, (library) => deleteStyle(library, id)),
  };
}

async function write(
  writer: OperationWriter,
  client: string,
  operate: (library: Database.Database) => StyleOperation,
): Promise<ChangedStyle> {
  const written = await writer.write(
    { client, kind: 'style', undoes: null },
    {
      direct: (library) => ({ kind: 'style' as const, ...operate(library) }),
      plugin: STYLES_ONLY_CLOSED,
    },
  );
  if (written.way !== 'direct') throw new AppError('db_write_error', STYLES_ONLY_CLOSED);
  const { styleId, tag, masksLeft } = written.planned;
  return { change: written.change, styleId, before: tag.before, masksLeft };
}
