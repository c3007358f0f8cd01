import Database from 'better-sqlite3';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { COLOR_LABELS } from '../contract/color-labels.ts';
import { bridgePaths } from '../darktable/bridge-files.ts';
import type { RejectWaitsFor } from '../contract/waiting-rejects.ts';
import { beat } from './beat.ts';
import { startDarktableProcess } from './darktable-process.ts';

export interface StandInPlugin {
  /** What is in the way of rejects; null: nothing. The plugin tells when that changes. */
  obstacle: RejectWaitsFor | null;
  /** The jobs that it has done. */
  jobs: number;
  /** Closes this darktable. */
  end(): Promise<void>;
}

/** A darktable that seems to have the library open, with a plugin that stores stars, rejects, labels and titles. */
export async function startStandInPlugin(
  folder: string,
  { dataDir, library }: { dataDir: string; library: string },
): Promise<StandInPlugin> {
  const { organiseDir, heartbeat } = bridgePaths(dataDir);
  mkdirSync(organiseDir, { recursive: true });
  const darktable = await startDarktableProcess(folder, library);
  const queue = join(organiseDir, 'organise.queue');
  const say = () => beat(heartbeat, { library, state: 'idle', organised: 0 });
  say();
  let obstacle: RejectWaitsFor | null = null;
  let jobs = 0;
  const look = () => {
    if (!existsSync(queue)) return;
    renameSync(queue, `${queue}.working`);
    for (const uuid of readFileSync(`${queue}.working`, 'utf8').split('\n').filter(Boolean)) {
      const base = join(organiseDir, uuid);
      if (!existsSync(`${base}.job`)) continue;
      renameSync(`${base}.job`, `${base}.claimed`);
      const [, ...images] = readFileSync(`${base}.claimed`, 'utf8').split(/^image=/m);
      const answers = images.map((lines) => answer(library, lines, obstacle));
      writeFileSync(`${base}.draft`, ['ok=1', 'code=', 'reason=', ...answers, ''].join('\n'));
      rmSync(`${base}.claimed`);
      renameSync(`${base}.draft`, `${base}.result`);
      jobs += 1;
    }
    rmSync(`${queue}.working`);
  };
  const looking = setInterval(look, 5);
  const beating = setInterval(say, 1_000);
  return {
    get obstacle() {
      return obstacle;
    },
    set obstacle(now) {
      obstacle = now;
      if (now === null) writeFileSync(join(organiseDir, 'rejects-possible'), '');
    },
    get jobs() {
      return jobs;
    },
    async end() {
      clearInterval(looking);
      clearInterval(beating);
      beat(heartbeat, { library, state: 'stopped' });
      await darktable.end();
    },
  };
}

/** Does what a job says about one image, as the plugin does. */
function answer(library: string, lines: string, obstacle: RejectWaitsFor | null): string {
  const [first = '', ...rest] = lines.split('\n').filter(Boolean);
  const wanted = Object.fromEntries(rest.map((line) => line.split(/=(.*)/s) as [string, string]));
  const id = Number(first);
  const database = new Database(library, { timeout: 2_000 });
  const answered = (code: string, reason = '') => `image=${id}\ncode=${code}\nreason=${reason}`;
  try {
    const flags = database.prepare('SELECT flags FROM images WHERE id = ?').pluck().get(id) as number | undefined;
    if (flags === undefined) return answered('no_image');
    const isRejected = (flags & 8) !== 0;
    const isOther =
      (wanted.was_stars !== undefined && !isRejected && Number(wanted.was_stars) !== (flags & 7)) ||
      (wanted.was_rejected !== undefined && (wanted.was_rejected === '1') !== isRejected);
    if (isOther) return answered('changed');
    if (wanted.stars !== undefined)
      database.prepare('UPDATE images SET flags = (flags & ~7) | ? WHERE id = ?').run(Number(wanted.stars), id);
    if (wanted.rejected === '0' || (wanted.rejected === '1' && obstacle === null))
      database
        .prepare('UPDATE images SET flags = (flags & ~8) | ? WHERE id = ?')
        .run(wanted.rejected === '1' ? 8 : 0, id);
    for (const [color, label] of COLOR_LABELS.entries()) {
      const isOn = wanted[`label_${label}`];
      if (isOn !== undefined) database.prepare('DELETE FROM color_labels WHERE imgid = ? AND color = ?').run(id, color);
      if (isOn === '1') database.prepare('INSERT INTO color_labels VALUES (?, ?)').run(id, color);
    }
    if (wanted.title !== undefined) {
      database.prepare('DELETE FROM meta_data WHERE id = ? AND key = 2').run(id);
      if (wanted.title !== '')
        database.prepare('INSERT INTO meta_data (id, key, value) VALUES (?, 2, ?)').run(id, wanted.title);
    }
    return wanted.rejected === '1' && obstacle !== null && !isRejected ? answered('waits', obstacle) : answered('done');
  } finally {
    database.close();
  }
}
