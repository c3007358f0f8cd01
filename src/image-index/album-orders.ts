import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { albumOfTag } from '../contract/album-names.ts';
import { AppError, reasonOf } from '../platform/errors.ts';
import type { Log } from '../platform/log.ts';
import { readPrivateFile, writePrivateFile } from '../settings/private-file.ts';

interface TagName {
  id: number;
  name: string;
}

/** What people gave an album besides its tag. */
export interface AlbumOrder {
  /** Some may have left the album, and others not have come into the order yet. */
  ids: readonly number[];
  /** The chosen cover. */
  cover: number | null;
  /** Another one after each change, of all orders. */
  version: number;
}

const Kept = z.object({
  /** null: the tag was deleted; one with its name may come back. */
  tagId: z.int().nullable(),
  tag: z.string(),
  ids: z.array(z.int()),
  cover: z.int().nullable(),
});
type Kept = z.infer<typeof Kept> & { file: string; version: number };

const FILE = /^(\d+)\.json$/;

/**
 * The orders of albums, one small file each, in a folder that belongs to one library ([Note: One library at a time]).
 *
 * [Note: Whose order it is] An album is a tag, and other programs rename, delete and make tags. An order goes with the tag of its
 * id and name; else with the tag of its name, since an undo or a plugin gives the tag another id; else with the tag of its id, which
 * was renamed, if any of its images have that tag: ids are given again. An order without a tag waits for one.
 */
export class AlbumOrders {
  readonly #folder: string;
  readonly #log: Log;
  #kept: Kept[];
  #version = 0;
  #known: { tags: readonly TagName[]; version: number; orders: ReadonlyMap<number, Kept> } | null = null;

  constructor({ folder, log }: { folder: string; log: Log }) {
    this.#folder = folder;
    this.#log = log;
    this.#kept = this.#read();
  }

  /** By the id of the tag. `hasAny`: whether any of the images has the tag. */
  of(
    tags: readonly TagName[],
    hasAny: (tagId: number, ids: readonly number[]) => boolean,
  ): ReadonlyMap<number, AlbumOrder> {
    if (this.#known?.tags === tags && this.#known.version === this.#version) return this.#known.orders;
    const orders = this.#assigned(
      tags.filter(({ name }) => albumOfTag(name) !== null),
      hasAny,
    );
    this.#known = { tags, version: this.#version, orders };
    for (const { id, name } of tags) {
      const kept = orders.get(id);
      if (kept && (kept.tagId !== id || kept.tag !== name)) this.#follow(kept, { tagId: id, tag: name });
    }
    return orders;
  }

  /** Throws `storage_error`; then nothing was changed. */
  put(tag: TagName, order: Pick<AlbumOrder, 'ids' | 'cover'>): void {
    const former = this.#kept.find((kept) => kept.tag === tag.name);
    const file = former?.file ?? this.#newFile();
    const next = { tagId: tag.id, tag: tag.name, ids: [...order.ids], cover: order.cover };
    try {
      this.#write(file, next);
    } catch (error) {
      throw new AppError('storage_error', `${file} cannot be written: ${reasonOf(error)}`, { cause: error });
    }
    this.#kept = [...this.#kept.filter((kept) => kept !== former), { ...next, file, version: ++this.#version }];
  }

  /** A tag was renamed with all below it, or deleted (null), by Safelight. While darktable is open, its id changes, too. */
  tagChanged(before: string, after: string | null): void {
    for (const kept of this.#kept) {
      if (after === null && kept.tag === before) this.#follow(kept, { tagId: null, tag: before });
      if (after !== null && (kept.tag === before || kept.tag.startsWith(`${before}|`)))
        this.#follow(kept, { tagId: kept.tagId, tag: after + kept.tag.slice(before.length) });
    }
    this.#version++;
  }

  #assigned(
    albums: readonly TagName[],
    hasAny: (tagId: number, ids: readonly number[]) => boolean,
  ): ReadonlyMap<number, Kept> {
    const orders = new Map<number, Kept>();
    const left = new Set(this.#kept);
    const names = new Set(albums.map(({ name }) => name));
    const ways: ((kept: Kept, tag: TagName) => boolean)[] = [
      (kept, tag) => kept.tagId === tag.id && kept.tag === tag.name,
      (kept, tag) => kept.tag === tag.name,
      (kept, tag) => kept.tagId === tag.id && !names.has(kept.tag) && hasAny(tag.id, kept.ids),
    ];
    for (const fits of ways) {
      for (const tag of albums) {
        if (orders.has(tag.id)) continue;
        const kept = [...left].find((one) => fits(one, tag));
        if (!kept) continue;
        left.delete(kept);
        orders.set(tag.id, kept);
      }
    }
    return orders;
  }

  /** What cannot be written is found in the same way again. */
  #follow(kept: Kept, { tagId, tag }: Pick<Kept, 'tagId' | 'tag'>): void {
    Object.assign(kept, { tagId, tag });
    try {
      this.#write(kept.file, kept);
    } catch (error) {
      this.#log.warn({ file: kept.file, reason: reasonOf(error) }, 'The order of an album cannot be written');
    }
  }

  #write(file: string, { tagId, tag, ids, cover }: z.infer<typeof Kept>): void {
    mkdirSync(this.#folder, { recursive: true, mode: 0o700 });
    writePrivateFile(join(this.#folder, file), `${JSON.stringify({ tagId, tag, cover, ids })}\n`);
  }

  #newFile(): string {
    return `${Math.max(0, ...this.#names().map((name) => Number(FILE.exec(name)![1]))) + 1}.json`;
  }

  #names(): string[] {
    try {
      return readdirSync(this.#folder).filter((name) => FILE.test(name));
    } catch {
      // There is none yet.
      return [];
    }
  }

  #read(): Kept[] {
    return this.#names().flatMap((file) => {
      const damaged = (kept: string, reason: string) =>
        this.#log.warn(
          { kept, reason },
          'The order of an album is damaged. The file is kept, and the order begins anew.',
        );
      try {
        const read = readPrivateFile(join(this.#folder, file), Kept, damaged);
        return read ? [{ ...read, file, version: ++this.#version }] : [];
      } catch (error) {
        this.#log.warn({ file, reason: reasonOf(error) }, 'The order of an album cannot be read');
        return [];
      }
    });
  }
}
