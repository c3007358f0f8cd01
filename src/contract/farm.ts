import { z } from 'zod';

/** A name for a worker: it becomes part of subjects at the broker, so nothing but these characters. */
export const WorkerName = z
  .string('a name of lowercase letters, digits and hyphens')
  .regex(/^[a-z0-9][a-z0-9-]{0,31}$/, 'a name of 1 to 32 lowercase letters, digits and hyphens')
  .meta({ id: 'WorkerName' });

export const FarmJob = z.object({ kind: z.enum(['preview', 'export']), image_id: z.int() }).meta({ id: 'FarmJob' });
export type FarmJob = z.infer<typeof FarmJob>;

/** One `safelight worker`, as it told of itself the last time. */
export const FarmWorker = z
  .object({
    name: z.string(),
    version: z.string().nullable().describe('The version of its darktable; null if it has none'),
    cores: z.int(),
    state: z
      .enum(['idle', 'working', 'paused', 'away'])
      .describe('paused: it takes no jobs, here or on its own account. away: it has been silent for a while'),
    paused: z.boolean().describe('Whether it was paused here: it takes no more jobs'),
    reason: z.string().nullable().describe('Why it takes no jobs on its own account, in words for people'),
    job: FarmJob.nullable(),
    done: z.int().describe('Jobs done since Safelight connected to the broker'),
    failed: z.int().describe('Jobs that it could not do'),
    last_failure: z.string().nullable().describe('Why its last failed job failed'),
    jobs_per_minute: z.number().describe('Measured over the last minutes'),
    seen_at: z.int().describe('When it was last heard from, in Unix milliseconds'),
  })
  .meta({ id: 'FarmWorker' });
export type FarmWorker = z.infer<typeof FarmWorker>;

/** Other machines that render for this Safelight, and how far they are. */
export const FarmState = z
  .object({
    state: z
      .enum(['off', 'connecting', 'connected', 'refused'])
      .describe('off: the setting `farmBroker` is empty. refused: the broker cannot be used; `reason` tells why'),
    reason: z.string().nullable().describe('Why there is no connection, in words for people'),
    workers: z.array(FarmWorker).describe('By name'),
    waiting: z.int().describe('Jobs that wait at the broker'),
    under_way: z.int().describe('Jobs that a worker has taken'),
    done: z.int().describe('Jobs done by workers since Safelight connected to the broker'),
    failed: z.int(),
    jobs_left: z.int().describe('Previews and exports in the queues that workers may do, with those at the broker'),
    jobs_per_minute: z.number().describe('Measured over the last minutes, this computer included'),
    minutes_left: z.number().nullable().describe('`jobs_left` at this speed; null while no speed is measured'),
    paused: z.boolean().describe('Whether all workers are paused'),
  })
  .meta({ id: 'FarmState' });
export type FarmState = z.infer<typeof FarmState>;

/** Who is to take no more jobs, or take jobs again. */
export const FarmPause = z
  .strictObject({ worker: WorkerName.optional().describe('Only this worker; if omitted, all') })
  .meta({ id: 'FarmPause' });

/** A time to wait in the unit in which people would tell it. */
export function roundedTime(minutes: number): { unit: 'minutes' | 'hours' | 'days'; amount: number } {
  if (minutes < 100) return { unit: 'minutes', amount: Math.max(1, Math.round(minutes)) };
  const hours = minutes / 60;
  if (hours < 48) return { unit: 'hours', amount: Math.round(hours) };
  return { unit: 'days', amount: Math.round(hours / 24) };
}

/** The state while no broker is set. */
export const NO_FARM: FarmState = {
  state: 'off',
  reason: null,
  workers: [],
  waiting: 0,
  under_way: 0,
  done: 0,
  failed: 0,
  jobs_left: 0,
  jobs_per_minute: 0,
  minutes_left: null,
  paused: false,
};
