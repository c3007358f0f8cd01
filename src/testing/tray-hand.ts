import { setTimeout as sleep } from 'node:timers/promises';
import type { HostRow, TrayHost } from './status-notifier-host.ts';

/** A person at the panel: reads the menu and clicks rows by their words. */
export interface TrayHand {
  /** Every row that can be seen, submenus indented. */
  read(): Promise<string[]>;
  /** Waits until the menu has such a row. */
  sees(label: string | RegExp): Promise<HostRow>;
  /** Waits until the menu has no such row. */
  misses(label: string | RegExp): Promise<void>;
  /** Clicks it until something comes of it: the tray drops a click that comes while it is busy with another. */
  click<T>(label: string | RegExp, comes: () => Promise<T | undefined> | T | undefined): Promise<T>;
}

const PATIENCE_MS = 60_000;

export function trayHand(host: TrayHost): TrayHand {
  const rows = async () => visible(await (await host.item()).layout());
  const find = async (label: string | RegExp) =>
    flat(await rows()).find((row) => (typeof label === 'string' ? row.label === label : label.test(row.label)));
  const until = async <T>(look: () => Promise<T | undefined>, what: string): Promise<T> => {
    const deadline = Date.now() + PATIENCE_MS;
    for (;;) {
      // A menu may go away while it is read.
      const seen = await look().catch(() => undefined);
      if (seen !== undefined) return seen;
      if (Date.now() > deadline) {
        const shown = await rows().then(outline, String);
        throw new Error(`${what}; the menu has: ${JSON.stringify(shown, null, 1)}`);
      }
      await host.news(50);
    }
  };
  const sees = (label: string | RegExp) => until(() => find(label), `There is no row ${String(label)}`);
  return {
    read: async () => outline(await rows()),
    sees,
    misses: async (label) => {
      await until(async () => ((await find(label)) ? undefined : true), `There is a row ${String(label)}`);
    },
    click: async (label, comes) => {
      const deadline = Date.now() + PATIENCE_MS;
      let isClicked = false;
      // Whoever is asked may be on the way to another address.
      const hasCome = async () => comes();
      const came = () => hasCome().catch(() => undefined);
      for (;;) {
        // What came late may have taken the row, or the whole menu, with it.
        const found = await until(
          async () => {
            const result = isClicked ? await came() : undefined;
            if (result !== undefined) return { result };
            const row = await find(label);
            return row && { id: row.id };
          },
          `There is no row ${String(label)}`,
        );
        if ('result' in found) return found.result;
        // As a panel does, it asks for no answer: whoever clicks Quit gets none.
        await (await host.item()).click(found.id).catch(() => undefined);
        isClicked = true;
        for (const again = Date.now() + 3_000; Date.now() < again;) {
          const result = await came();
          if (result !== undefined) return result;
          await sleep(20);
        }
        if (Date.now() > deadline) throw new Error(`Nothing comes of ${String(label)}`);
      }
    },
  };
}

const visible = (rows: HostRow[]): HostRow[] =>
  rows.filter((row) => row.visible).map((row) => ({ ...row, rows: visible(row.rows) }));
const flat = (rows: HostRow[]): HostRow[] => rows.flatMap((row) => [row, ...flat(row.rows)]);
const outline = (rows: HostRow[], indent = ''): string[] =>
  rows.flatMap((row) => [row.separator ? `${indent}-` : `${indent}${row.label}`, ...outline(row.rows, `${indent}  `)]);
