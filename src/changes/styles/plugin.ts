import type { StyleChange } from '../../darktable/operation-jobs.ts';
import type { LibraryReader } from '../../library/library.ts';
import { AppError } from '../../platform/errors.ts';
import type { JournaledOperation } from '../journal/operation-journal.ts';
import { changedSince } from '../writing/operation-undo.ts';
import { NOTHING_ELSE, type PluginPlan } from '../writing/plugin-plan.ts';
import { isReadyFor, rowsRead, type Row, type RowChange, type Scope } from '../writing/row-changes.ts';
import { readStyleContent, styleContentOf } from './style-content.ts';
import { styleFile, type StyleContent } from './style-file.ts';
import { newStyle, refuseTaken, styleNamed, type NewStyle } from './direct.ts';

export interface StylePlan extends PluginPlan {
  /** Operations whose drawn mask was left behind. */
  masksLeft: readonly string[];
}

/** Throws like `createStyle`. */
export function createStylePlan(reader: LibraryReader, style: NewStyle): StylePlan {
  const read = rowsRead(reader);
  const { items, order, masksLeft } = newStyle(read, style);
  const { name, description } = style;
  const content = styleContentOf({ name, description, iop_list: order }, items);
  return { ...insertStylePlan(reader, content), masksLeft };
}

/** Throws like `insertStyle`. */
export function insertStylePlan(reader: LibraryReader, style: StyleContent): StylePlan {
  refuseTaken(rowsRead(reader), style.name);
  return planOf({ before: null, after: style.name }, { made: [style], gone: [] });
}

/** The plugin can rename no style: another one is made, and the old one is deleted. Throws like `changeStyle`. */
export function changeStylePlan(
  reader: LibraryReader,
  id: number,
  { name, description }: { name?: string | undefined; description?: string | undefined },
): StylePlan {
  const old = contentOf(reader, id);
  const style = { ...old, name: name ?? old.name, description: description ?? old.description };
  const tag = { before: old.name, after: style.name };
  if (style.name !== old.name) refuseTaken(rowsRead(reader), style.name);
  else if (style.description === old.description) return planOf(tag, { made: [], gone: [] });
  return planOf(tag, replaced(reader, style, old));
}

/** Throws like `deleteStyle`. */
export function deleteStylePlan(reader: LibraryReader, id: number): StylePlan {
  const style = contentOf(reader, id);
  return planOf({ before: style.name, after: null }, { made: [], gone: [style] });
}

/** How the plugin takes a change of styles back, by whichever way it was made. Throws `conflict` when the same was changed again since. */
export function styleBackPlan(
  reader: LibraryReader,
  { id: change, tag }: JournaledOperation,
  made: readonly RowChange[],
): StylePlan {
  const read = rowsRead(reader);
  const here = (id: Row[string]) => {
    const style = readStyleContent(reader, Number(id));
    if (!style) throw changedSince(change);
    return style;
  };
  const itemsOf = (side: 'before' | 'after', id: Row[string]) =>
    made.flatMap(({ table, [side]: row }) => (table === 'data.style_items' && row?.styleid === id ? [row] : []));
  const steps = made
    .filter(({ table }) => table === 'data.styles')
    .map(({ before, after }): Replaced => {
      if (after !== null && !isReadyFor(reader, { table: 'data.styles', before: after, after: before }))
        throw changedSince(change);
      if (before !== null && after !== null) {
        const now = here(after.id!);
        return replaced(reader, { ...now, ...textsOf(before) }, now);
      }
      if (before !== null) return { made: [styleContentOf(before, itemsOf('before', before.id!))], gone: [] };
      const items = itemsOf('after', after!.id!);
      const now = here(after!.id!);
      const isAsMade = items.every((row) =>
        isReadyFor(reader, { table: 'data.style_items', before: row, after: null }),
      );
      if (!isAsMade || items.length !== now.items.length) throw changedSince(change);
      return { made: [], gone: [now] };
    });
  const all = { made: steps.flatMap((step) => step.made), gone: steps.flatMap((step) => step.gone) };
  const isFreed = (name: string) => all.gone.some((style) => style.name === name);
  for (const { name } of all.made)
    if (!isFreed(name) && styleNamed(read, name))
      throw new AppError('conflict', `Another style is called ${name} now.`);
  return planOf(tag && { before: tag.after, after: tag.before }, withCopy(reader, all));
}

/** Styles that are made, and those that then go. */
interface Replaced {
  made: readonly StyleContent[];
  gone: readonly StyleContent[];
  /** Holds a style while another one takes its name. */
  copy?: StyleContent;
}

const textsOf = ({ name, description }: Row) => ({ name: String(name ?? ''), description: String(description ?? '') });

const replaced = (reader: LibraryReader, style: StyleContent, old: StyleContent): Replaced =>
  withCopy(reader, { made: [style], gone: [old] });

/** darktable takes no second style of a name, so the first one has to go before: a copy shows that darktable takes it, and outlives a crash. */
function withCopy(reader: LibraryReader, { made, gone }: Replaced): Replaced {
  const again = made.find(({ name }) => gone.some((style) => style.name === name));
  if (!again) return { made, gone };
  return { made, gone, copy: { ...again, name: freeName(reader, `${again.name} (Safelight)`) } };
}

/** A copy may be left of a change that was not finished. */
function freeName(reader: LibraryReader, name: string): string {
  const read = rowsRead(reader);
  let free = name;
  for (let number = 2; styleNamed(read, free); number++) free = `${name} ${number}`;
  return free;
}

function planOf(tag: PluginPlan['tag'], { made, gone, copy }: Replaced): StylePlan {
  const isAgain = ({ name }: StyleContent) => gone.some((style) => style.name === name);
  const styles: StyleChange[] = [
    ...made.filter((style) => !isAgain(style)).map(imported),
    ...(copy ? [imported(copy)] : []),
    ...gone.map(deleted),
    ...made.filter(isAgain).map(imported),
    ...(copy ? [deleted(copy)] : []),
  ];
  const names = [...new Set(styles.map(({ name }) => name))];
  return {
    ...NOTHING_ELSE,
    kind: 'style',
    tag,
    masksLeft: [],
    job: { createTags: [], images: [], deleteTags: [], styles },
    scopes: styleScopes(names),
    styles: new Map(names.map((name) => [name, made.find((style) => style.name === name) ?? null])),
  };
}

const imported = (style: StyleContent): StyleChange => ({
  do: 'import',
  name: style.name,
  items: style.items.length,
  file: styleFile(style),
});
const deleted = ({ name, items }: StyleContent): StyleChange => ({ do: 'delete', name, items: items.length });

/** Throws `not_found`. */
function contentOf(reader: LibraryReader, id: number): StyleContent {
  const style = readStyleContent(reader, id);
  if (!style) throw new AppError('not_found', `There is no style ${id}.`);
  return style;
}

function styleScopes(styleNames: readonly string[]): Scope[] {
  const names = { names: JSON.stringify(styleNames) };
  const isNamed = 'name IN (SELECT value FROM json_each(:names))';
  return [
    { table: 'data.styles', where: isNamed, names },
    { table: 'data.style_items', where: `styleid IN (SELECT id FROM data.styles WHERE ${isNamed})`, names },
  ];
}
