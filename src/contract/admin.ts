import { z } from 'zod';
import { Rendering } from './rendering.ts';

const QUEUE_NAMES = ['refresh', 'export'] as const;
export const QueueName = z.enum(QUEUE_NAMES, 'refresh or export').meta({ id: 'QueueName' });
export type QueueName = z.infer<typeof QueueName>;

/** The most waiting ids that are listed. */
export const MOST_PENDING = 500;
/** The most failed jobs that are listed. */
export const MOST_FAILURES = 200;

export const QueueStatus = z
  .object({
    name: QueueName,
    file: z.string(),
    depth: z.int().describe('Images that are waiting or being rendered'),
    pending: z.array(z.int()).describe(`The first ${MOST_PENDING} of them, in the order of the queue`),
    failed: z.int().describe('Jobs that failed'),
    failures: z
      .array(
        z.object({
          id: z.string().describe('Identifies the job in the routes that retry or forget it'),
          image_id: z.int().nullable().describe('null: the line in the queue was not an image id'),
          filename: z.string().nullable().describe('null: the image no longer exists'),
          reason: z.string(),
        }),
      )
      .describe(`The last ${MOST_FAILURES} of them, oldest first`),
  })
  .meta({ id: 'Queue' });
export type QueueStatus = z.infer<typeof QueueStatus>;

export const QueueList = z.object({ paused: z.boolean(), items: z.array(QueueStatus) }).meta({ id: 'QueueList' });

export const JobCount = z.object({ jobs: z.int() }).meta({ id: 'JobCount' });

export const BRIDGE_STATES = ['ready', 'working', 'stuck', 'no-bridge', 'closed', 'missing'] as const;

/** The values of the setting `renderer`. */
const RENDERERS = ['auto', 'bridge', 'darktable-cli'] as const;

export const BridgeStatus = z
  .object({
    state: z
      .enum(BRIDGE_STATES)
      .describe(
        'no-bridge: darktable is running, but the plugin does not respond. closed: darktable is not running. missing: darktable is not installed',
      ),
    message: z.string().describe('The state as a sentence for people'),
    darktable: z.object({
      version: z.string().nullable(),
      pid: z.int().nullable().describe('The process id of the darktable that has the library open'),
      installed: z
        .array(z.object({ program: z.string(), version: z.string().nullable() }))
        .describe('The darktables on this computer. The first is used; the setting `darktable` chooses another one'),
    }),
    plugin: z.object({
      installed: z.boolean(),
      version: z.string().nullable(),
      current: z.string().describe('The version that comes with this Safelight'),
      restart_needed: z
        .boolean()
        .describe('Whether darktable must be restarted, because it has loaded another version of the plugin'),
      upgradable: z.boolean(),
      folder: z.string().nullable().describe("darktable's config folder; null if none was found"),
    }),
    job: z.string().nullable().describe('The current job, such as "export 17"'),
    reason: z.string().nullable().describe('Why darktable is stuck, in English'),
    done: z.int().describe('Previews and exports rendered since darktable was started'),
    failed: z.int(),
    last_sign_of_life: z.int().nullable().describe('Unix milliseconds'),
    waiting: z
      .object({ refresh: z.int(), export: z.int() })
      .describe('Images that are waiting for a preview or an export, or being rendered'),
    jobs_per_minute: z.int().describe('Previews and exports finished in the last minute, by any renderer'),
    rendering: Rendering.describe('Which program renders now, or why none does'),
    renderer: z
      .object({
        setting: z.enum(RENDERERS),
        version: z.string().nullable().describe('The version of darktable-cli; null if it is not installed'),
        state: z.enum(['waiting', 'working', 'stuck']),
        reason: z.string().nullable().describe('Why it is not working on the waiting jobs'),
        jobs: z.array(z.string()).describe('The current jobs, such as "refresh 17"'),
        refining: z
          .int()
          .describe('Quick previews that will be rendered again in full quality while no job is waiting'),
        done: z.int().describe('Previews and exports rendered since Safelight was started'),
        failed: z.int(),
      })
      .describe("Safelight's own renderer, which runs darktable-cli"),
  })
  .meta({ id: 'Bridge' });
export type BridgeStatus = z.infer<typeof BridgeStatus>;

export const BridgeChange = z
  .object({
    done: z.enum(['installed', 'upgraded', 'uninstalled', 'started', 'nothing']),
    message: z.string().describe('What was done, and what to do next'),
  })
  .meta({ id: 'BridgeChange' });
export type BridgeChange = z.infer<typeof BridgeChange>;

export const Backup = z
  .object({
    name: z.string().describe('Identifies the backup, such as 2026-03-09'),
    kind: z
      .enum(['daily', 'before-restore'])
      .describe('before-restore: what was there when another backup was restored. Safelight never deletes these'),
    file: z.string().describe('The copy of library.db'),
    data_file: z
      .string()
      .nullable()
      .describe('The copy of data.db, made at the same moment; null: an earlier Safelight copied library.db alone'),
    day: z.string().describe('The date, such as 2026-03-09'),
    size: z.int().describe('Bytes, of both files together'),
    modified: z.int().describe('When it was copied, in Unix milliseconds'),
  })
  .meta({ id: 'Backup' });
export type Backup = z.infer<typeof Backup>;
export const RestoreBackup = z
  .strictObject({
    library_only: z
      .boolean()
      .optional()
      .describe('Restores a backup that has no data.db, although images may then show other tags than they had'),
  })
  .meta({ id: 'RestoreBackup' });

export const BackupRestored = z
  .object({
    restored: Backup,
    kept: Backup.nullable().describe(
      'What was there before; null: nothing, or damaged files that were kept as they are',
    ),
    message: z.string(),
  })
  .meta({ id: 'BackupRestored' });
export type BackupRestored = z.infer<typeof BackupRestored>;
export const BackupList = z.object({ items: z.array(Backup), total_size: z.int() }).meta({ id: 'BackupList' });

export const Unlocked = z.object({ message: z.string().describe('What was done') }).meta({ id: 'Unlocked' });
export type Unlocked = z.infer<typeof Unlocked>;

/** A sentence with gaps (`{0}` is the first) and their values, so that it can be translated. */
export const Wording = z
  .object({ message: z.string(), values: z.array(z.union([z.string(), z.number()])) })
  .meta({ id: 'Wording' });
export type Wording = z.infer<typeof Wording>;

/** One check of `safelight doctor`. */
export const Check = z
  .object({
    id: z.string(),
    title: z.string(),
    status: z.enum(['ok', 'warn', 'fail']),
    detail: z.string().describe('What was found'),
    advice: z.string().nullable().describe('What to do about it'),
    words: z
      .object({ detail: z.array(Wording), advice: z.array(Wording) })
      .describe('Detail and advice as single sentences with their values, for translation'),
  })
  .meta({ id: 'Check' });
export type Check = z.infer<typeof Check>;

export const Diagnostics = z
  .object({
    status: z.enum(['ok', 'warn', 'fail']).describe('The worst status of all checks'),
    time: z.int().describe('Unix milliseconds'),
    safelight: z.string(),
    system: z.string(),
    server: z.string().nullable().describe('The address of the running server of this data folder'),
    checks: z.array(Check),
  })
  .meta({ id: 'Diagnostics' });
export type Diagnostics = z.infer<typeof Diagnostics>;
