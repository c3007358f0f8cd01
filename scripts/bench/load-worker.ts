/**
 * One of the load generator's processes: a few keep-alive connections that send requests as fast as they are answered.
 */
import autocannon, { type Client, type Request } from 'autocannon';
import { setTimeout as sleep } from 'node:timers/promises';
import { checkerOf, type CheckName } from './answer-checks.ts';
import { drawn, queryOf, type LibraryFacts } from './query-kinds.ts';

export interface LoadJob {
  url: string;
  headers: Record<string, string>;
  connections: number;
  warmUpMs: number;
  measureMs: number;
  /** One path, requested again and again. */
  path?: string;
  /** File names below the root, chosen at random, each time with another query. */
  files?: string[];
  /** Names of query kinds; each request takes one at random. */
  kinds?: string[];
  facts?: LibraryFacts;
  /** Also check each answer. Costs the generator time, so not for measuring speed. */
  check?: CheckName;
}

export interface LoadResult {
  /** Milliseconds of every answer within the measured time. */
  latencies: Float32Array;
  statuses: Record<number, number>;
  bytes: number;
  errors: number;
  checked: number;
  /** What was wrong with answers, the first few. */
  complaints: string[];
  complaintCount: number;
}

/** autocannon's types leave out the connection's internals. */
type Insides = Client & { pipelinedRequests: { addBody(data: Buffer): void } };

async function load(job: LoadJob): Promise<LoadResult> {
  const latencies: number[] = [];
  const statuses: Record<number, number> = {};
  const result = { bytes: 0, errors: 0, checked: 0, complaints: [] as string[], complaintCount: 0 };
  let isMeasuring = false;
  const check = job.check ? checkerOf(job.check) : null;

  const path = pathSource(job);
  const request: Request = {
    setupRequest: (request, context) => {
      const asked = path();
      (context as { asked?: string }).asked = asked;
      return { ...request, path: asked };
    },
    ...(check && {
      onResponse: (status, body, context) => {
        if (status !== 200) return;
        const complaint = check((context as { asked: string }).asked, body);
        if (complaint === undefined) return;
        result.checked += 1;
        if (complaint === null) return;
        result.complaintCount += 1;
        if (result.complaints.length < 5) result.complaints.push(complaint);
      },
    }),
  };
  const run = autocannon(
    {
      url: job.url,
      connections: job.connections,
      duration: 3600,
      sampleInt: 50,
      headers: job.headers,
      requests: [job.path !== undefined && !check ? { path: job.path } : request],
      // autocannon turns every body into text, which nobody reads here; for large pages it would be the slowest part.
      setupClient: (client: Client) => {
        if (!check) (client as Insides).pipelinedRequests.addBody = () => undefined;
      },
    },
    () => undefined,
  );
  run.on('response', (_client, status, bytes, milliseconds) => {
    if (!isMeasuring) return;
    latencies.push(milliseconds);
    statuses[status] = (statuses[status] ?? 0) + 1;
    result.bytes += bytes;
  });
  run.on('reqError', () => (result.errors += 1));
  await sleep(job.warmUpMs);
  isMeasuring = true;
  await sleep(job.measureMs);
  isMeasuring = false;
  await new Promise<void>((resolve) => {
    run.on('done', () => resolve());
    (run as unknown as { stop(): void }).stop();
  });
  return { ...result, latencies: Float32Array.from(latencies), statuses };
}

function pathSource({ path, files, kinds, facts }: LoadJob): () => string {
  if (path !== undefined) return () => path;
  let asked = 0;
  if (files) return () => `/${files[drawn('file', files.length)]!}?v=${asked++}`;
  if (!kinds || !facts) throw new Error('A load needs a path, files, or kinds and facts');
  return () => queryOf(kinds[Math.floor(Math.random() * kinds.length)]!, facts);
}

process.on('message', (job: LoadJob) => {
  void load(job).then(
    (result) => process.send!(result),
    (error: unknown) => {
      console.error(error);
      process.exit(1);
    },
  );
});
