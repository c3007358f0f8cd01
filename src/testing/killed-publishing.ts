import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { makeLibrary } from './library-fixture.ts';
import type { PublishingTask } from './publishing-child.ts';

const CHILD = join(import.meta.dirname, 'publishing-child.ts');

export interface KilledPublishing {
  /** How often it was killed; it was at work each time. */
  kills: number;
  /** How often everything was there and all stars were changed, as kills were left. */
  changes: number;
  twice: number[];
  lost: number[];
  /** Pictures that show an earlier state, and files that are no pictures. */
  stale: number[];
  left: string[];
}

/**
 * Publishes `items` pictures into a folder while the program is killed `kills` times, each time at another moment of its work. `random`: 0 to 1.
 */
export async function publishKilled(
  folder: string,
  { items, kills, mostMs, random }: { items: number; kills: number; mostMs: number; random: () => number },
): Promise<KilledPublishing> {
  const [place, dataDir] = [join(folder, 'published'), join(folder, 'data')];
  for (const made of [place, dataDir]) mkdirSync(made);
  const images = Array.from({ length: items }, (_, at) => ({ id: at + 1, filename: `IMG_${at + 1}.nef` }));
  const library = makeLibrary({ folder: join(folder, 'library'), images });
  let [killed, stars] = [0, 0];
  let isDone = false;
  while (!isDone) {
    const child = publishingChild({ library: library.file, dataDir, place, count: items });
    const code = await endOf(child, killed < kills ? random() * mostMs : null);
    if (code === null) killed++;
    else if (code !== 0) throw new Error(`It ended with code ${code}.`);
    else if (killed < kills) library.change('UPDATE images SET flags = (flags & ~15) | ?', (++stars % 4) + 1);
    else isDone = true;
  }
  return { kills: killed, changes: stars, ...checked(place, items, stars === 0 ? 0 : (stars % 4) + 1) };
}

export const publishingChild = (task: PublishingTask) =>
  spawn(process.execPath, [CHILD, JSON.stringify(task)], { stdio: ['ignore', 'pipe', 'inherit'] });

/** Its exit code; null: it was killed so many milliseconds after it began to send. */
async function endOf(child: ChildProcess, killAfterMs: number | null): Promise<number | null> {
  const ended = once(child, 'close') as Promise<[number | null]>;
  if (killAfterMs !== null && child.stdout) {
    await Promise.race([once(child.stdout, 'data'), ended]);
    await Promise.race([sleep(killAfterMs), ended]);
    child.kill('SIGKILL');
  } else child.stdout?.resume();
  const [code] = await ended;
  return code;
}

function checked(place: string, items: number, rating: number) {
  const pictures: { id: number; rating: number }[] = [];
  const left: string[] = [];
  for (const name of readdirSync(place)) {
    if (name.endsWith('.jpg'))
      pictures.push(JSON.parse(readFileSync(join(place, name), 'utf8')) as { id: number; rating: number });
    else if (name !== '.safelight-destination') left.push(name);
  }
  const byId = Map.groupBy(pictures, ({ id }) => id);
  const ids = Array.from({ length: items }, (_, at) => at + 1);
  return {
    twice: ids.filter((id) => (byId.get(id)?.length ?? 0) > 1),
    lost: ids.filter((id) => !byId.has(id)),
    stale: pictures.flatMap((picture) => (picture.rating === rating ? [] : picture.id)),
    left,
  };
}
