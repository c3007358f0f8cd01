import type { Msg } from '@nats-io/transport-node';
import type { Link } from './broker.ts';
import { type Lane, LANES, STREAMS } from './subjects.ts';

/** How long to wait for a job at the broker. A worker that is to rest notices it afterwards. */
const WAIT_MS = 2_000;
const TIMEOUT_MS = 5_000;
/** The broker has no job for this question, now or in the time that it gave. */
const NO_JOB = [404, 408];

/** A job as the broker gave it to this worker: until it is confirmed or silent for too long, nobody else gets it. */
export interface TakenJob {
  data: Uint8Array;
  lane: Lane;
  /** How often the broker has given it to somebody, now included. */
  deliveries: number;
  /** How many jobs of the lane still waited when this one was given out. While another worker has nothing to do, there are none. */
  waiting: number;
  /** Tells the broker that somebody is at work. */
  working(): void;
  /** It was not there yet when it was asked for: the worker has waited for it. */
  hadToWait: boolean;
  /** Resolves when the broker has confirmed it. `link`: a new one, perhaps. */
  over(link: Link): Promise<void>;
}

/** The next job, urgent ones first; null: none has come for a while. Rejects when the connection is lost. */
export async function takeJob(link: Link): Promise<TakenJob | null> {
  const waiting = await takeWaitingJob(link);
  if (waiting) return waiting;
  const job = await waitForJob(link);
  return job && { ...job, hadToWait: true };
}

/** The next job that waits at the broker, in the order of these lanes; null: there is none. Rejects when the connection is lost. */
export async function takeWaitingJob(link: Link, lanes: readonly Lane[] = LANES): Promise<TakenJob | null> {
  for (const lane of lanes) {
    const message = await link.nc.request(nextSubject(lane), JSON.stringify({ batch: 1, no_wait: true }), {
      timeout: TIMEOUT_MS,
      // With the shared subscription of the client, the answer of an export would be lost.
      noMux: true,
    });
    const found = jobIn(link, lane, message);
    if (found) return found;
  }
  return null;
}

/** In both lanes at once. The broker may have sent another one already: it goes to somebody else. */
function waitForJob(link: Link): Promise<TakenJob | null> {
  const { nc } = link;
  const { promise, resolve, reject } = Promise.withResolvers<TakenJob | null>();
  let isOver = false;
  let empty = 0;
  const hear = (lane: Lane, message: Msg) => {
    const found = jobIn(link, lane, message);
    if (found && isOver) found.giveBack();
    else if (found) end(() => resolve(found));
    else if (++empty === LANES.length) end(() => resolve(null));
  };
  const pulls = LANES.map((lane) => {
    const inbox = link.inbox();
    const pull = nc.subscribe(inbox, {
      callback: (error, message) => {
        try {
          if (error) throw error;
          hear(lane, message);
        } catch (reason) {
          end(() => reject(reason));
        }
      },
    });
    nc.publish(nextSubject(lane), JSON.stringify({ batch: 1, expires: WAIT_MS * 1e6 }), { reply: inbox });
    return pull;
  });
  // A broker that was away has forgotten the question.
  const late = setTimeout(() => end(() => resolve(null)), WAIT_MS + TIMEOUT_MS);
  const end = (tell: () => void) => {
    if (isOver) return;
    isOver = true;
    clearTimeout(late);
    // What is on its way still arrives; the broker forgets the rest.
    void Promise.allSettled(pulls.map((pull) => pull.drain()));
    tell();
  };
  return promise;
}

const nextSubject = (lane: Lane) => `$JS.API.CONSUMER.MSG.NEXT.${STREAMS.jobs}.${lane}`;

/** null: there is none. Throws when the broker answers anything else. */
function jobIn(link: Link, lane: Lane, { data, headers, reply }: Msg): (TakenJob & { giveBack(): void }) | null {
  const code = headers?.code ?? 0;
  if (NO_JOB.includes(code)) return null;
  if (code !== 0 || reply === undefined) throw new Error(`the broker answers ${code}`);
  const say = (word: string) => {
    if (!link.nc.isClosed()) link.nc.publish(reply, word);
  };
  return {
    data,
    lane,
    ...countsIn(reply),
    hadToWait: false,
    working: () => say('+WPI'),
    giveBack: () => say('-NAK'),
    async over(now) {
      await now.nc.request(reply, '+ACK', { timeout: TIMEOUT_MS, noMux: true });
    },
  };
}

/**
 * `$JS.ACK.<stream>.<consumer>.<deliveries>.<sequence>.<sequence>.<time>.<waiting>`, where there is a domain with it and the account before the
 * stream.
 */
function countsIn(reply: string): { deliveries: number; waiting: number } {
  const parts = reply.split('.');
  const first = parts.length > 9 ? 6 : 4;
  return { deliveries: Number(parts[first]) || 1, waiting: Number(parts[first + 4]) || 0 };
}
