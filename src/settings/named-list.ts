import { randomInt } from 'node:crypto';
import { z } from 'zod';
import { AppError, reasonOf } from '../platform/errors.ts';
import type { Log } from '../platform/log.ts';
import { keptAside, readPrivateFile, writePrivateFile } from './private-file.ts';

interface Named {
  id: number;
  name: string;
}

/** Things that people name, for every browser of this Safelight. Two names that differ in case alone are one. */
export interface NamedList<Item extends Named> {
  /** By name. */
  list(): Item[];
  /** null: there is none. */
  find(id: number): Item | null;
  /** The one that has this name. null: there is none. */
  named(name: string): Item | null;
  /** One that has the name already becomes this one. Throws `conflict` when there are too many, `storage_error`. */
  save(item: Omit<Item, 'id'>): Item;
  /** Throws `not_found`, `conflict` when another one has the name, `storage_error`. */
  replace(id: number, item: Omit<Item, 'id'>): Item;
  /** Throws `not_found`, `storage_error`. */
  remove(id: number): void;
  /** What may have been in it before: the file that was damaged, as it is kept. null: it never was. */
  damagedFile(): string | null;
}

export interface NamedListOptions<Item extends Named> {
  file: string;
  schema: z.ZodType<Item>;
  /** For messages, such as "saved search". */
  what: string;
  most: number;
  log: Log;
}

/** Random, so that no id is ever used twice, also after the list was lost: what else is stored would mean another item by it. */
const newId = () => randomInt(1, 2 ** 47);

/** Kept in one private file. */
export function openNamedList<Item extends Named>(options: NamedListOptions<Item>): NamedList<Item> {
  const { file, schema, what, most, log } = options;
  const damaged = (kept: string, reason: string) =>
    log.warn({ list: what, kept, reason }, 'A list is damaged. The file is kept, and the list begins anew.');
  let items = readPrivateFile(file, z.array(schema), damaged) ?? [];
  const byName = new Intl.Collator(undefined, { sensitivity: 'base', numeric: true });
  const named = (name: string) => items.find((item) => byName.compare(item.name, name) === 0) ?? null;
  const find = (id: number) => items.find((item) => item.id === id) ?? null;
  const existing = (id: number) => {
    const item = find(id);
    if (!item) throw new AppError('not_found', `There is no ${what} ${id}.`);
    return item;
  };
  const store = (next: Item[]) => {
    try {
      writePrivateFile(file, `${JSON.stringify(next, null, 2)}\n`);
    } catch (error) {
      throw new AppError('storage_error', `${file} cannot be written: ${reasonOf(error)}`, { cause: error });
    }
    items = next;
  };
  const put = (item: Omit<Item, 'id'>, former: Item | null) => {
    const saved = { ...item, id: former?.id ?? newId() } as Item;
    store([...items.filter((other) => other !== former), saved]);
    return saved;
  };
  return {
    list: () => items.toSorted((one, other) => byName.compare(one.name, other.name)),
    find,
    named,
    save(item) {
      const former = named(item.name);
      if (!former && items.length >= most)
        throw new AppError('conflict', `No more than ${most} can be kept. Delete a ${what} first.`);
      return put(item, former);
    },
    replace(id, item) {
      const former = existing(id);
      const other = named(item.name);
      if (other && other !== former) throw new AppError('conflict', `There is a ${what} named ${other.name}.`);
      return put(item, former);
    },
    remove(id) {
      const gone = existing(id);
      store(items.filter((item) => item !== gone));
    },
    damagedFile: () => keptAside(file),
  };
}
