import { realpathSync } from 'node:fs';
import { realpath, stat } from 'node:fs/promises';
import { dirname, resolve, sep } from 'node:path';
import type { Library } from './library.ts';

/**
 * How a folder relates to a film roll: it is the roll, the roll is somewhere inside it, or it is somewhere inside the
 * roll.
 */
export interface RollRelation {
  relation: 'same' | 'above' | 'below';
  /** The film roll's folder as the library stores it. */
  roll: string;
}

/** The folders that hold the library's photographs. */
export interface FilmRolls {
  /**
   * null: the folder is unrelated to every film roll. When the library cannot be read, the film rolls read last are
   * used. Never throws.
   */
  relationOf(folder: string): Promise<RollRelation | null>;
}

const foldersSql = `SELECT folder FROM film_rolls WHERE folder IS NOT NULL AND folder <> ''`;
/** A film roll may be on a sleeping disk or an unreachable network. We wait no longer than this for its other names. */
const PATIENCE_MS = 2_000;
const AT_ONCE = 16;

/** A film roll with everything that identifies it: its names, and its identity on disk. */
interface KnownRoll {
  names: string[];
  identity: string | null;
}

export function filmRollsOf(library: Pick<Library, 'read' | 'stamp'>): FilmRolls {
  let stamp: string | null = null;
  let folders: string[] = [];
  const known = new Map<string, KnownRoll>();
  const answers = new Map<string, RollRelation | null>();

  const refresh = async () => {
    const now = library.stamp();
    if (now !== null && now === stamp) return;
    try {
      folders = await library.read((reader) => reader.all(foldersSql).map((row) => (row as { folder: string }).folder));
      stamp = now;
      answers.clear();
    } catch {
      // Keep the ones read before.
    }
    const fresh = folders.filter((folder) => !known.has(folder));
    for (const folder of fresh) known.set(folder, { names: [comparable(folder)], identity: null });
    await within(PATIENCE_MS, findOut(fresh, known));
  };

  return {
    async relationOf(folder) {
      await refresh();
      const answer = answers.get(folder);
      if (answer !== undefined) return answer;
      const found = await closest(folder, folders, known);
      answers.set(folder, found);
      return found;
    },
  };
}

async function closest(folder: string, rolls: readonly string[], known: ReadonlyMap<string, KnownRoll>) {
  const names = new Set([comparable(folder), comparable(realName(folder))]);
  const identities = await identitiesUpwards(folder);
  let found: RollRelation | null = null;
  for (const roll of rolls) {
    const { names: rollNames, identity } = known.get(roll)!;
    const depth = identity === null ? -1 : identities.indexOf(identity);
    if (depth === 0 || rollNames.some((name) => names.has(name))) return { relation: 'same' as const, roll };
    if (found) continue;
    const pairs = rollNames.flatMap((rollName) => [...names].map((name) => [rollName, name] as const));
    if (depth > 0 || pairs.some(([rollName, name]) => isIn(name, rollName))) found = { relation: 'below', roll };
    else if (pairs.some(([rollName, name]) => isIn(rollName, name))) found = { relation: 'above', roll };
  }
  return found;
}

const isIn = (inner: string, outer: string) => inner.startsWith(outer.endsWith(sep) ? outer : outer + sep);

/** macOS and Windows ignore upper and lower case, and the different ways to encode é. */
function comparable(path: string): string {
  const whole = resolve(path);
  return process.platform === 'linux' ? whole : whole.normalize('NFC').toLowerCase();
}

/** With links resolved, also for a folder that does not exist yet. */
function realName(folder: string): string {
  const missing: string[] = [];
  for (let at = resolve(folder); ; at = dirname(at)) {
    try {
      return resolve(realpathSync(at), ...missing);
    } catch {
      if (dirname(at) === at) return folder;
      missing.unshift(at.slice(dirname(at).length).replace(/^[\\/]/, ''));
    }
  }
}

/** The identity on disk of the folder and its parents. It is the same under every name of the folder. */
async function identitiesUpwards(folder: string): Promise<(string | null)[]> {
  const found: (string | null)[] = [];
  for (let at = realName(folder); ; at = dirname(at)) {
    found.push(await identityOf(at));
    if (dirname(at) === at) return found;
  }
}

async function identityOf(path: string): Promise<string | null> {
  const at = await stat(path, { bigint: true }).catch(() => null);
  return at && at.ino !== 0n ? `${at.dev}:${at.ino}` : null;
}

async function findOut(folders: readonly string[], known: Map<string, KnownRoll>): Promise<void> {
  for (let at = 0; at < folders.length; at += AT_ONCE) {
    await Promise.all(
      folders.slice(at, at + AT_ONCE).map(async (folder) => {
        const identity = await identityOf(folder);
        if (identity === null) return;
        const real = await realpath(folder).catch(() => folder);
        known.set(folder, { names: [...new Set([comparable(folder), comparable(real)])], identity });
      }),
    );
  }
}

async function within(ms: number, work: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((done) => (timer = setTimeout(done, ms)));
  await Promise.race([work, late]).finally(() => clearTimeout(timer));
}
