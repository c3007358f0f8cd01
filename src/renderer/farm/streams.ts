import {
  AckPolicy,
  DiscardPolicy,
  JetStreamApiError,
  type JetStreamManager,
  RetentionPolicy,
  type StreamConfig,
} from '@nats-io/jetstream';
import { nanos } from '@nats-io/transport-node';
import { isFull } from './broker.ts';
import { LANES, RESULTS_CONSUMER, STREAMS } from './subjects.ts';

const MB = 1024 ** 2;

/** Each has a limit of its own: pictures that nobody fetches must not stop jobs. In bytes. */
export type StoreBytes = Record<keyof typeof STREAMS, number>;

export const STORE_BYTES: StoreBytes = {
  jobs: 512 * MB,
  sources: 8192 * MB,
  pictures: 4096 * MB,
  results: 256 * MB,
};
/** A broker with a smaller disk gets smaller stores, down to this. */
const LEAST_BYTES = 16 * MB;

/** Of what workers send: their subjects are listed here from time to time. */
const MOST_RESULTS = 20_000;
const MOST_CHUNKS = 50_000;

const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;

/** How long a worker may be silent about a job before it is given to another. */
export const ACK_WAIT_MS = 30_000;

/**
 * Makes the streams and consumers, or adapts those that are there. When a store is full the newest are refused: by default the oldest would
 * be dropped.
 */
export async function makeStreams(
  jsm: JetStreamManager,
  {
    storeBytes: bytes = STORE_BYTES,
    ackWaitMs = ACK_WAIT_MS,
  }: { storeBytes?: StoreBytes | undefined; ackWaitMs?: number | undefined },
): Promise<void> {
  const { jobs, sources, pictures, results } = STREAMS;
  const queue = { retention: RetentionPolicy.Workqueue, duplicate_window: nanos(HOUR_MS) };
  // Workers fetch sources themselves; that asks for no consumer.
  const files = { allow_direct: true, duplicate_window: nanos(1_000) };
  await makeStream(jsm, { name: jobs, subjects: ['jobs.>'], ...queue }, bytes.jobs);
  await makeStream(jsm, { name: results, subjects: ['results.>'], max_msgs: MOST_RESULTS, ...queue }, bytes.results);
  // Nobody may be left to fetch them.
  const old = { max_age: nanos(DAY_MS), max_msgs: MOST_CHUNKS };
  await makeStream(jsm, { name: pictures, subjects: ['res.>'], ...old, ...files }, bytes.pictures);
  // The largest last: it gets what is left.
  await makeStream(jsm, { name: sources, subjects: ['src.*'], ...files }, bytes.sources);
  // A thousand workers may be waiting at once.
  const many = { max_waiting: 8192, max_ack_pending: 8192, max_deliver: -1, ack_policy: AckPolicy.Explicit };
  for (const lane of LANES)
    await jsm.consumers.add(jobs, {
      ...many,
      durable_name: lane,
      filter_subject: `jobs.${lane}.>`,
      ack_wait: nanos(ackWaitMs),
    });
  await jsm.consumers.add(results, {
    ...many,
    max_waiting: 512,
    durable_name: RESULTS_CONSUMER,
    ack_wait: nanos(60_000),
  });
}

async function makeStream(
  jsm: JetStreamManager,
  config: Partial<StreamConfig> & { name: string },
  bytes: number,
): Promise<void> {
  const wanted = { ...config, discard: DiscardPolicy.New, max_bytes: bytes };
  const known = await jsm.streams.info(config.name).catch((error: unknown) => {
    if (error instanceof JetStreamApiError && error.code === NOT_FOUND) return null;
    throw error;
  });
  // What an existing one may hold is the broker's business.
  if (known) await jsm.streams.update(config.name, { ...wanted, max_bytes: known.config.max_bytes });
  else
    await jsm.streams.add(wanted).catch((error: unknown) => {
      if (!isFull(error) || bytes / 2 < LEAST_BYTES) throw error;
      return makeStream(jsm, config, bytes / 2);
    });
}

const NOT_FOUND = 10059;

/** How many messages each subject of a stream has. */
export async function subjectsOf(
  jsm: JetStreamManager,
  stream: string,
  filter: string,
): Promise<Record<string, number>> {
  const { state } = await jsm.streams.info(stream, { subjects_filter: filter });
  return state.subjects ?? {};
}
