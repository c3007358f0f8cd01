import { z } from 'zod';
import { changeOutput } from '../change-tool.ts';
import { Refusal } from '../refusal.ts';
import { tool, type Answer } from '../tool.ts';

const LONGEST_WAIT_SECONDS = 20;

export const jobs = tool({
  name: 'safelight_jobs',
  title: 'Long work',
  description:
    'Lists work of this client that takes longer than a call, waits for one (at most 20 seconds) and gives its answer, or stops it between two pictures: what is done stays and can be taken back.',
  input: z.strictObject({
    job: z.string().max(20).optional().describe('Such as j3; without it all are listed'),
    wait_seconds: z.number().min(0).max(LONGEST_WAIT_SECONDS).optional(),
    cancel: z.boolean().optional(),
  }),
  output: changeOutput.extend({
    jobs: z.array(z.object({ job: z.string(), tool: z.string(), begun: z.string(), state: z.string() })).optional(),
  }),
  scopes: ['images:read'],
  kind: 'reads',
  async run({ job: name, wait_seconds: seconds = 0, cancel }, { jobs: all, client, signal }): Promise<Answer> {
    const told = (list = all.list(client)) => ({
      jobs: list
        .slice(0, 50)
        .map(({ id, tool: of, begun, state }) => ({ job: id, tool: of, begun: new Date(begun).toISOString(), state })),
    });
    if (name === undefined) {
      if (cancel) throw new Refusal('Nothing was stopped: say which job.');
      return { summary: `${all.list(client).length} jobs.`, data: told() };
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
