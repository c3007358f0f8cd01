import type { NewPublication } from '../../contract/publications.ts';
import type { Events } from '../../platform/events.ts';
import type { Log } from '../../platform/log.ts';
import { type Ledger, UNASKED } from './ledger.ts';
import type { Publisher } from './publisher.ts';
import { SayOnce } from './say-once.ts';

export interface ScheduleOptions {
  ledger: Ledger;
  /** Path of the library.db that is shown. */
  library: string;
  publisher: Pick<Publisher, 'wakeUnlessWaiting'>;
  events: Events;
  /** So long nothing may have changed before `when-changed` runs. */
  quietMs?: number;
  now?: () => Date;
  log: Log;
}

const QUIET_MS = 120_000;
const LOOK_MS = 600_000;
/** Hours of the night, local time: the end is not in it. */
const NIGHT = { from: 1, to: 5 };

/** Begins the runs that nobody has to ask for. They do what needs no yes. */
export function followSchedule(options: ScheduleOptions): { close(): void } {
  const { ledger, library, publisher, events, quietMs = QUIET_MS, now = () => new Date(), log } = options;
  const trouble = new SayOnce(log, 'Publications cannot begin by themselves');
  let quiet: NodeJS.Timeout | undefined;
  let lastNight = '';

  /** A ledger that cannot be read stops publications, and nothing else. */
  function begin(when: NewPublication['when']): void {
    try {
      beginAll(when);
      trouble.succeeded();
    } catch (error) {
      trouble.failed(error);
    }
  }

  function beginAll(when: NewPublication['when']): void {
    for (const { id, wanted, ...publication } of ledger.list()) {
      if (publication.when !== when || publication.library !== library) continue;
      if (!wanted) ledger.want(id, UNASKED);
      publisher.wakeUnlessWaiting(id);
    }
  }

  function onChange(): void {
    clearTimeout(quiet);
    quiet = setTimeout(() => begin('when-changed'), quietMs).unref();
  }

  function lookAtClock(): void {
    const time = now();
    const night = time.toDateString();
    if (night === lastNight || time.getHours() < NIGHT.from || time.getHours() >= NIGHT.to) return;
    lastNight = night;
    begin('at-night');
  }

  events.on('index.changed', onChange);
  const clock = setInterval(lookAtClock, LOOK_MS).unref();
  return {
    close() {
      events.off('index.changed', onChange);
      clearTimeout(quiet);
      clearInterval(clock);
    },
  };
}
