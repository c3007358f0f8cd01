import type { Database } from 'better-sqlite3';
import { hash, randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { reasonOf } from '../platform/errors.ts';
import type { Log } from '../platform/log.ts';
import { migrate, openPrivateDatabase } from '../settings/private-database.ts';
import type { OpenLink } from './guest-door.ts';

/** Beyond that, the oldest go. */
const MOST_SESSIONS = 20_000;
/** Of one browser. */
const MOST_LINKS = 100;

const MIGRATIONS = [
  (database: Database) =>
    database.exec(`
      CREATE TABLE session (
        place INTEGER PRIMARY KEY AUTOINCREMENT,
        -- SHA-256 of the cookie's value, so that the file alone lets nobody in.
        browser TEXT NOT NULL,
        link INTEGER NOT NULL,
        guest INTEGER NOT NULL,
        era TEXT NOT NULL,
        UNIQUE (browser, link)
      ) STRICT`),
];

interface Entered {
  guest: number;
  era: string;
}

/**
 * Which browsers have entered through which links: each browser has one cookie, and its links are here. What the disk does not take is kept until
 * Safelight ends.
 */
export interface GuestSessions {
  /** The guest of this browser; null: it has not entered, or the session has ended. */
  find(cookie: string, link: OpenLink): number | null;
  /** Returns the cookie's value: the former one, or where that is not known 256 random bits. */
  enter(cookie: string | null, link: OpenLink, guest: number): string;
  close(): void;
}

type Row = Entered & { browser: string; link: number };

/** The file is there once somebody has entered. */
export function openGuestSessions({ file, log }: { file: string; log: Log }): GuestSessions {
  let database: Database | null = null;
  const browsers = new Map<string, Map<number, Entered>>();
  let count = 0;
  const keep = ({ browser, link, guest, era }: Row) => {
    const links = browsers.get(browser) ?? new Map<number, Entered>();
    if (!links.has(link)) count += 1;
    browsers.set(browser, links.set(link, { guest, era }));
  };
  const use = (work: (open: Database) => void) => {
    try {
      database ??= openPrivateDatabase(file, (opened) => migrate(opened, MIGRATIONS));
      work(database);
    } catch (error) {
      log.warn({ file, reason: reasonOf(error) }, 'The sessions of guests are kept in memory alone');
    }
  };
  const write = (sql: string, ...values: unknown[]) => use((open) => void open.prepare(sql).run(...values));
  if (existsSync(file))
    use((open) => {
      for (const row of open.prepare<[], Row>('SELECT browser, link, guest, era FROM session ORDER BY place').all())
        keep(row);
    });
  const drop = (browser: string, links: Map<number, Entered>, link: number) => {
    if (links.delete(link)) count -= 1;
    if (links.size === 0) browsers.delete(browser);
    write('DELETE FROM session WHERE browser = ? AND link = ?', browser, link);
  };
  const dropOldest = () => {
    const [browser, links] = browsers.entries().next().value ?? [];
    for (const link of links?.keys() ?? []) drop(browser!, links!, link);
  };

  return {
    find(cookie, { link, era }) {
      const browser = keyOf(cookie);
      const links = browsers.get(browser);
      const entered = links?.get(link);
      if (!links || !entered) return null;
      if (entered.era === era) return entered.guest;
      drop(browser, links, link);
      return null;
    },
    enter(cookie, { link, era }, guest) {
      const isKnown = cookie !== null && browsers.has(keyOf(cookie));
      const value = isKnown ? cookie : randomBytes(32).toString('base64url');
      const browser = keyOf(value);
      const links = browsers.get(browser);
      const [oldest] = links?.keys() ?? [];
      if (links && oldest !== undefined && links.size >= MOST_LINKS && !links.has(link)) drop(browser, links, oldest);
      while (count >= MOST_SESSIONS) dropOldest();
      keep({ browser, link, guest, era });
      write(
        'INSERT OR REPLACE INTO session (browser, link, guest, era) VALUES (?, ?, ?, ?)',
        browser,
        link,
        guest,
        era,
      );
      return value;
    },
    close: () => void database?.close(),
  };
}

const keyOf = (cookie: string) => hash('sha256', cookie, 'base64url');
