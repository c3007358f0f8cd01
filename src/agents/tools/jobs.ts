import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import type { ExportBatch } from '../../contract/export-batches.ts';
import { Refusal } from '../refusal.ts';
import { tool, type Answer, type Call } from '../tool.ts';

const LONGEST_WAIT_SECONDS = 20;
const LOOK_EVERY_MS = 500;
const MOST_FAILURES = 20;

const Batch = z.object({
  batch: z.string(),
  recipe: z.string().optional(),
  total: z.number().int(),
  done: z.number().int(),
  waiting: z.number().int(),
  failed: z.number().int(),
  problem: z.string().optional().describe('Why it does not go on'),
  failures: z.array(z.object({ image_id: z.number().int(), reason: z.string() })).optional(),
});

export const jobs = tool({
  name: 'safelight_jobs',
  title: 'Long work',
  description:
    'Lists work of this client that takes longer than a call, waits for one (at most 20 seconds) and gives its answer, or stops it between two pictures: what is done stays and can be taken back. Exports are batches: `batch` tells how far one is.',
  input: z.strictObject({
    job: z.string().max(20).optional().describe('Such as j3; without it all are listed'),
    batch: z.string().max(50).optional().describe('Of safelight_export'),
    wait_seconds: z.number().min(0).max(LONGEST_WAIT_SECONDS).optional(),
    cancel: z.boolean().optional(),
  }),
  // With the fields of the tool whose answer it is.
  output: z.object({
    summary: z.string(),
    change_id: z.string().optional().describe('Of ended work; the other fields are as that tool tells them'),
    jobs: z.array(z.object({ job: z.string(), tool: z.string(), begun: z.string(), state: z.string() })).optional(),
    batches: z.array(Batch).optional(),
  }),
  scopes: ['images:read'],
  kind: 'reads',
  async run({ job: name, batch, wait_seconds: seconds = 0, cancel }, call): Promise<Answer> {
    const { jobs: all, client, signal } = call;
    if (batch !== undefined) return batchNow(batch, seconds, call);
    const told = (list = all.list(client)) => ({
      jobs: list
        .slice(0, 50)
        .map(({ id, tool: of, begun, state }) => ({ job: id, tool: of, begun: new Date(begun).toISOString(), state })),
    });
    if (name === undefined) {
      if (cancel) throw new Refusal('Nothing was stopped: say which job.');
      const batches = (await batchesOf(call)).map(toldBatch);
      return {
        summary: `${all.list(client).length} jobs, ${batches.length} batches of exports.`,
        data: { ...told(), batches },
      };
    }
    const job = all.find(client, name);
    if (cancel) job.stop();
    const late = Promise.withResolvers<null>();
    const timer = setTimeout(() => late.resolve(null), Math.max(cancel ? 2 : 0, seconds) * 1_000);
    signal.addEventListener('abort', () => late.resolve(null), { once: true });
    try {
      const answer = await Promise.race([job.answer, late.promise]);
      if (!answer) return { summary: 'It is still running.', data: told([job]) };
      return { summary: answer.summary, data: { ...answer.data, ...told([job]) } };
    } finally {
      clearTimeout(timer);
    }
  },
});

/** Of this client; none for one that may see no exports. */
const batchesOf = async ({ api, scopes }: Call): Promise<ExportBatch[]> =>
  scopes.has('previews:read') ? (await api.json<{ items: ExportBatch[] }>({ path: '/exports' })).items : [];

const toldBatch = ({ id, recipe, problem, failures, total, done, waiting, failed }: ExportBatch) => ({
  batch: id,
  recipe: recipe ?? undefined,
  total,
  done,
  waiting,
  failed,
  problem: problem ?? undefined,
  failures: failures.slice(0, MOST_FAILURES).map(({ image_id, reason }) => ({ image_id, reason })),
});

/** Waits until nothing of it waits, or the time is over. */
async function batchNow(id: string, seconds: number, call: Call): Promise<Answer> {
  const deadline = performance.now() + seconds * 1_000;
  for (;;) {
    const batch = (await batchesOf(call)).find((each) => each.id === id);
    if (!batch) throw new Refusal('There is no such batch.', { batch: id });
    const { total, done, waiting, failed } = batch;
    if (waiting === 0 || performance.now() >= deadline || call.signal.aborted)
      return {
        summary: `${done} of ${total} exports are made, ${waiting} wait, ${failed} failed.`,
        data: { batches: [toldBatch(batch)] },
      };
    await sleep(LOOK_EVERY_MS, undefined, { signal: call.signal }).catch(() => undefined);
  }
}
