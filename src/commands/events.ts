import { setTimeout as sleep } from 'node:timers/promises';
import { mintLocalAdminToken } from '../auth/local-admin.ts';
import { LIVE_EVENTS, type LiveEventName } from '../contract/live-events.ts';
import { reasonOf } from '../platform/errors.ts';
import { runningServer } from '../settings/running-server.ts';
import { CommandError } from './command-error.ts';
import { print, printJson, remark } from './print.ts';
import type { SharedOptions } from './shared-options.ts';
import { printTable } from './table.ts';

/** The pauses until Safelight is there again. */
const [FIRST_PAUSE_MS, LONGEST_PAUSE_MS] = [500, 10_000];

/** `safelight events`: which there are. */
export function eventsList({ json }: SharedOptions): void {
  const rows = Object.entries(LIVE_EVENTS).map(([name, { shape }]) => [name, Object.keys(shape).join(', ')]);
  if (json) printJson(Object.fromEntries(rows));
  else printTable([['EVENT', 'DATA'], ...rows]);
}

/** `safelight events --follow`: a line for each event, until the reader goes or somebody presses Ctrl+C. */
export async function eventsFollow({ dataDir, json }: SharedOptions, types: LiveEventName[]): Promise<void> {
  // The reader has gone, as with `| head`.
  process.stdout.on('error', () => process.exit(0));
  const wanted = new Set<string>(types);
  let last: string | null = null;
  let pauseMs = FIRST_PAUSE_MS;
  let isTold = false;
  for (;;) {
    try {
      for await (const { name, id, data } of eventsSince(dataDir, last)) {
        pauseMs = FIRST_PAUSE_MS;
        isTold = false;
        last = id;
        if (wanted.size > 0 && !wanted.has(name)) continue;
        if (json) printJson({ event: name, id, data });
        else print(`${name} ${JSON.stringify(data)}`);
      }
    } catch (error) {
      // At the beginning it is a mistake; afterwards it may be a restart.
      if (last === null) throw error;
      if (!isTold) remark(`${reasonOf(error)} Waiting for it.`);
      isTold = true;
    }
    await sleep(pauseMs);
    pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS);
  }
}

interface Heard {
  name: string;
  id: string;
  data: unknown;
}

async function* eventsSince(dataDir: string, last: string | null): AsyncGenerator<Heard> {
  const running = runningServer(dataDir);
  if (!running) throw new CommandError(`Safelight is not running on ${dataDir}. Start it with: safelight serve`);
  const answer = await fetch(`${running.url}/api/v1/events`, {
    headers: {
      authorization: `Bearer ${mintLocalAdminToken(dataDir, ['images:read', 'admin'])}`,
      ...(last !== null && { 'last-event-id': last }),
    },
  }).catch((error: unknown) => {
    throw new CommandError(`Safelight at ${running.url} (process ${running.pid}) does not respond.`, error);
  });
  if (!answer.ok || !answer.body) throw new CommandError(`The server answered ${answer.status}.`);
  let text = '';
  for await (const chunk of answer.body.pipeThrough(new TextDecoderStream())) {
    const blocks = (text + chunk).split('\n\n');
    text = blocks.pop() ?? '';
    for (const block of blocks) {
      const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(block)?.[1];
      const [name, id, data] = [field('event'), field('id'), field('data')];
      // Comments keep the connection open.
      if (name !== undefined && id !== undefined && data !== undefined) yield { name, id, data: JSON.parse(data) };
    }
  }
}
