import type Database from 'better-sqlite3';
import type { Library, LibraryReader } from '../../library/library.ts';
import { AppError } from '../../platform/errors.ts';
import type { Ability } from '../writing/which-way.ts';
import { refuseNothing } from '../writing/operation-results.ts';
import type { OperationWriter } from '../writing/operation-writer.ts';
import { changeStylePlan, createStylePlan, deleteStylePlan, insertStylePlan, type StylePlan } from './plugin.ts';
import { rowsRead } from '../writing/row-changes.ts';
import { rowOf } from './style-content.ts';
import type { StyleContent } from './style-file.ts';
import {
  changeStyle,
  createStyle,
  deleteStyle,
  insertStyle,
  styleNamed,
  type NewStyle,
  type StyleOperation,
} from './direct.ts';

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

/** These throw `not_found` and `conflict`, and `db_write_error` also when only a part could be stored. */
export interface ChangesOfStyles {
  create(style: NewStyle, client: string): Promise<ChangedStyle>;
  import(style: StyleContent, client: string): Promise<ChangedStyle>;
  change(id: number, change: { name?: string; description?: string }, client: string): Promise<ChangedStyle>;
  delete(id: number, client: string): Promise<ChangedStyle>;
}

/** What the plugin must be able to do to change styles. */
export const canChangeStyles: Ability = ({ operated, changesStyles }) => operated !== null && changesStyles;

interface ChangesOfStylesOptions {
  library: Pick<Library, 'read'>;
  writer: OperationWriter;
}

interface StyleWays {
  direct: (library: Database.Database) => StyleOperation;
  plugin: (reader: LibraryReader) => StylePlan;
}

export function changesOfStyles(options: ChangesOfStylesOptions): ChangesOfStyles {
  return {
    create: (style, client) =>
      write(options, client, {
        direct: (library) => createStyle(library, style),
        plugin: (reader) => createStylePlan(reader, style),
      }),
    import: (style, client) =>
      write(options, client, {
        direct: (library) => insertStyle(library, style, style.items.map(rowOf)),
        plugin: (reader) => insertStylePlan(reader, style),
      }),
    change: (id, change, client) =>
      write(options, client, {
        direct: (library) => changeStyle(library, id, change),
        plugin: (reader) => changeStylePlan(reader, id, change),
      }),
    delete: (id, client) =>
      write(options, client, {
        direct: (library) => deleteStyle(library, id),
        plugin: (reader) => deleteStylePlan(reader, id),
      }),
  };
}

async function write(
  { library, writer }: ChangesOfStylesOptions,
  client: string,
  { direct, plugin }: StyleWays,
): Promise<ChangedStyle> {
  const noted = { masksLeft: [] as readonly string[] };
  const written = await writer.write(
    { client, kind: 'style', undoes: null },
    {
      direct: (database) => ({ kind: 'style' as const, ...direct(database) }),
      plugin: (reader) => {
        const plan = plugin(reader);
        noted.masksLeft = plan.masksLeft;
        return plan;
      },
      can: canChangeStyles,
    },
  );
  if (written.way === 'direct') {
    const { styleId, tag, masksLeft } = written.planned;
    return { change: written.change, styleId, before: tag.before, masksLeft };
  }
  refuseNothing(written);
  const { change, plan, problem } = written;
  if (problem !== null)
    throw new AppError(
      'db_write_error',
      `Only a part was stored, as change ${change}. ${problem} Take it back with POST /api/v1/changes/${change}/undo.`,
    );
  const { before, after } = plan.tag!;
  const style = after === null ? undefined : await library.read((reader) => styleNamed(rowsRead(reader), after));
  if (after !== null && !style)
    throw new AppError('not_found', `The style ${after} was deleted by another program right after.`);
  return { change, styleId: style ? Number(style.id) : null, before, masksLeft: noted.masksLeft };
}
