import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { ExportBatch } from '../contract/export-batches.ts';
import { ExportsAccepted, RecipeList } from '../contract/recipes.ts';
import { visible } from '../platform/visible.ts';
import { type AdminClient, runningClient } from './admin-client.ts';
import { byName } from './by-name.ts';
import { CommandError } from './command-error.ts';
import { print, printJson, remark } from './print.ts';
import type { SharedOptions } from './shared-options.ts';
import { unpack } from './unpack.ts';

const LOOK_MS = 500;

export interface Exported {
  /** The name of the recipe. */
  recipe: string;
  /** Which pictures, as `POST /exports` takes them. */
  images: { ids: number[] } | { filter: Record<string, string> };
  folder: string;
}

/** `safelight export`: makes pictures by a recipe, and writes them into a folder under names that are free there. */
export async function exportPictures({ dataDir, json }: SharedOptions, { recipe, images, folder }: Exported) {
  const client = runningClient(dataDir);
  const isFolder = await stat(folder).then(
    (found) => found.isDirectory(),
    () => false,
  );
  if (!isFolder) throw new CommandError(`There is no folder ${folder}.`);
  const { items } = RecipeList.parse(await client.pictures('GET', '/recipes'));
  const { id } = byName('recipe', items, recipe);
  const { batch, missing } = ExportsAccepted.parse(
    await client.pictures('POST', '/exports', { recipe: id, ...images }),
  );
  if (missing > 0) remark(`Not in the library: ${missing}.`);
  if (batch === null) throw new CommandError('There are no such pictures.');
  const { done, failed, failures } = await ended(client, batch);
  const files = done > 0 ? await fetched(client, batch, folder) : [];
  await client.pictures('DELETE', `/exports/${batch}`);
  if (json) printJson({ files, failures });
  else {
    for (const file of files) print(visible(file));
    for (const { filename, image_id, reason } of failures)
      remark(`${visible(filename ?? String(image_id))}: ${reason}`);
  }
  if (failed > 0) process.exitCode = 1;
}

/** Throws CommandError when somebody has to do something before it goes on. */
async function ended(client: AdminClient, id: string): Promise<ExportBatch> {
  for (;;) {
    const now = ExportBatch.parse(await client.pictures('GET', `/exports/${id}`));
    if (now.waiting === 0) return now;
    if (now.problem !== null) {
      await client.pictures('DELETE', `/exports/${id}`);
      throw new CommandError(now.problem);
    }
    await sleep(LOOK_MS);
  }
}

/** The files that were written. */
async function fetched(client: AdminClient, batch: string, folder: string): Promise<string[]> {
  const draft = join(folder, `.safelight-${randomUUID()}.tmp`);
  try {
    const archive = await client.download(`/exports/${batch}/archive`);
    await archive.pipeTo(Writable.toWeb(createWriteStream(draft, { flags: 'wx' })));
    return await unpack(draft, folder);
  } finally {
    await rm(draft, { force: true });
  }
}
