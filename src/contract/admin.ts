import { z } from 'zod';
import { Rendering } from './rendering.ts';

export const QUEUE_NAMES = ['refresh', 'export'] as const;
export const QueueName = z.enum(QUEUE_NAMES, 'refresh or export').meta({ id: 'QueueName' });
export type QueueName = z.infer<typeof QueueName>;

/** At most so many waiting ids are listed. */
export const MOST_PENDING = 500;
/** At most so many failed jobs are listed. */
export const MOST_FAILURES = 200;

export const QueueStatus = z
  .object({
    name: QueueName,
    file: z.string(),
    depth: z.int().describe('Images that wait or are being worked on'),
    pending: z.array(z.int()).describe(`The first ${MOST_PENDING} of them, as they are worked off`),
    failed: z.int().describe('Jobs that could not be done'),
    failures: z
      .array(
        z.object({
          id: z.string().describe('Names it in the routes that try it again or forget it'),
          image_id: z.int().nullable().describe('null: a line in the queue that was no image id'),
          filename: z.string().nullable().describe('null: there is no such image any more'),
          reason: z.string(),
        }),
      )
      .describe(`The last ${MOST_FAILURES} of them, the oldest first`),
  })
  .meta({ id: 'Queue' });
export type QueueStatus = z.infer<typeof QueueStatus>;

export const QueueList = z.object({ paused: z.boolean(), items: z.array(QueueStatus) }).meta({ id: 'QueueList' });

export const JobCount = z.object({ jobs: z.int() }).meta({ id: 'JobCount' });

export const BRIDGE_STATES = ['ready', 'working', 'stuck', 'no-bridge', 'closed', 'missing'] as const;

/** Who renders: see the setting of this name. */
export const RENDERERS = ['auto', 'bridge', 'darktable-cli'] as const;

export const BridgeStatus = z
  .object({
    state: z
      .enum(BRIDGE_STATES)
      .describe(
        'no-bridge: darktable runs, and the plugin does not answer in it. closed: it does not run. missing: it is not installed',
      ),
    message: z.string().describe('The same, for people'),
    darktable: z.object({
      version: z.string().nullable(),
      pid: z.int().nullable().describe('Of the darktable that has the library open'),
    }),
    plugin: z.object({
      installed: z.boolean(),
      version: z.string().nullable(),
      current: z.string().describe('Of the plugin that comes with this Safelight'),
      upgradable: z.boolean(),
      folder: z.string().nullable().describe("darktable's config folder; null: none was found"),
    }),
    job: z.string().nullable().describe('What it does at the moment, such as "export 17"'),
    done: z.int().describe('Previews and exports since darktable was started'),
    failed: z.int(),
    last_sign_of_life: z.int().nullable().describe('Unix milliseconds'),
    waiting: z
      .object({ refresh: z.int(), export: z.int() })
      .describe('Images that wait for a preview or an export, or are being worked on'),
    jobs_per_minute: z.int().describe('Previews and exports that ended in the last minute, by whoever'),
    rendering: Rendering.describe('Who renders what is asked for now, or why nobody does'),
    renderer: z
      .object({
        setting: z.enum(RENDERERS),
        version: z.string().nullable().describe('Of darktable-cli; null: it is not installed'),
        state: z.enum(['waiting', 'working', 'stuck']),
        reason: z.string().nullable().describe('Why it does nothing although there are jobs that it may do'),
        jobs: z.array(z.string()).describe('What it does at the moment, such as "refresh 17"'),
        refining: z
          .int()
          .describe('Previews that were made the quick way and are made anew in full quality while no job waits'),
        done: z.int().describe('Previews and exports since Safelight was started'),
        failed: z.int(),
      })
      .describe("Safelight's own renderer, which has darktable-cli do what no plugin does"),
  })
  .meta({ id: 'Bridge' });
export type BridgeStatus = z.infer<typeof BridgeStatus>;

export const BridgeChange = z
  .object({
    done: z.enum(['installed', 'upgraded', 'uninstalled', 'started', 'nothing']),
    message: z.string().describe('What there is to do now'),
  })
  .meta({ id: 'BridgeChange' });
export type BridgeChange = z.infer<typeof BridgeChange>;

export const Backup = z
  .object({
    file: z.string(),
    day: z.string().describe('Such as 2026-03-09'),
    size: z.int().describe('Bytes'),
    modified: z.int().describe('Unix milliseconds'),
  })
  .meta({ id: 'Backup' });
export type Backup = z.infer<typeof Backup>;
export const BackupList = z.object({ items: z.array(Backup), total_size: z.int() }).meta({ id: 'BackupList' });

/** A sentence with gaps, `{0}` the first, and what stands in them: so that it can be said in another language. */
export const Wording = z
  .object({ message: z.string(), values: z.array(z.union([z.string(), z.number()])) })
  .meta({ id: 'Wording' });
export type Wording = z.infer<typeof Wording>;

/** One thing that `safelight doctor` looks at. */
export const Check = z
  .object({
    id: z.string(),
    title: z.string(),
    status: z.enum(['ok', 'warn', 'fail']),
    detail: z.string().describe('What was found'),
    advice: z.string().nullable().describe('What to do about it'),
    words: z
      .object({ detail: z.array(Wording), advice: z.array(Wording) })
      .describe('The same, sentence by sentence and with the values apart, for whoever speaks another language'),
  })
  .meta({ id: 'Check' });
export type Check = z.infer<typeof Check>;

export const Diagnostics = z
  .object({
    status: z.enum(['ok', 'warn', 'fail']).describe('The worst of the checks'),
    time: z.int().describe('Unix milliseconds'),
    safelight: z.string(),
    system: z.string(),
    server: z.string().nullable().describe('Address of the Safelight that runs on this data folder'),
    checks: z.array(Check),
  })
  .meta({ id: 'Diagnostics' });
export type Diagnostics = z.infer<typeof Diagnostics>;
