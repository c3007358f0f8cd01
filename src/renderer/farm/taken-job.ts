import type { Msg } from '@nats-io/transport-node';
import type { Link } from './broker.ts';
import { LANES, STREAMS } from './subjects.ts';

/** How long to wait for a job at the broker. An urgent one is delivered at once, another with the next question. */
const WAIT_MS = 2_000;
const TIMEOUT_MS = 5_000;
const NO_MESSAGES = 404;

/** A job as the broker gave it to this worker: until it is confirmed or silent for too long, nobody else gets it. */
export interface TakenJob {
  data: Uint8Array;
  lane: (typeof LANES)[number];
  /** How often the broker has given it to somebody, now included. */
  deliveries: number;
  /** Tells the broker that somebody is at work. */
  working(): void;
  /** Resolves when the broker has confirmed it. `link`: a new one, perhaps. */
  over(link: Link): Promise<void>;
}

/** The next job, urgent ones first; null: there is none for now. Rejects when the connection is lost. */
export async function takeJob(link: Link): Promise<TakenJob | null> {
  for (const lane of LANES) {
    const found = await ask(link, lane, { batch: 1, no_wait: true }, TIMEOUT_MS);
    if (found) return found;
  }
  // Not for both: what came second would have to be given back.
  return ask(link, 'fast', { batch: 1, expires: WAIT_MS * 1e6 }, WAIT_MS + TIMEOUT_MS);
}

async function ask(link: Link, lane: TakenJob['lane'], wanted: object, timeout: number): Promise<TakenJob | null> {
  // With the shared subscription of the client, the answer of an export would be lost.
  const message = await link.nc.request(`$JS.API.CONSUMER.MSG.NEXT.${STREAMS.jobs}.${lane}`, JSON.stringify(wanted), {
    timeout,
    noMux: true,
  });
  const code = message.headers?.code ?? 0;
  if (code === NO_MESSAGES || code === 408) return null;
  if (code !== 0 || message.reply === undefined) throw new Error(`the broker answers ${code}`);
  return taken(link, lane, message, message.reply);
}

const taken = (link: Link, lane: TakenJob['lane'], { data }: Msg, reply: string): TakenJob => ({
  data,
  lane,
  deliveries: deliveriesIn(reply),
  working: () => {
    if (!link.nc.isClosed()) link.nc.publish(reply, '+WPI');
  },
  async over(now) {
    await now.nc.request(reply, '+ACK', { timeout: TIMEOUT_MS, noMux: true });
  },
});

/** `$JS.ACK.<stream>.<consumer>.<deliveries>.…`, with domain and account before the stream where there is a domain. */
function deliveriesIn(reply: string): number {
  const parts = reply.split('.');
  return Number(parts[parts.length > 9 ? 6 : 4]) || 1;
}
