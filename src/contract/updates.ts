import { z } from 'zod';

/** How this Safelight came onto the computer, which decides who replaces it. */
export const INSTALL_KINDS = ['checkout', 'portable', 'deb', 'rpm', 'windows', 'macos'] as const;
export const InstallKind = z.enum(INSTALL_KINDS);
export type InstallKind = z.infer<typeof InstallKind>;

/** Why nothing is known about updates, or why one was not installed. */
export const UPDATE_PROBLEMS = [
  'no-address',
  'no-key',
  'unreachable',
  'wrong-signature',
  'unreadable',
  'no-file',
  'no-space',
  'not-writable',
  'damaged',
  'did-not-start',
] as const;
export const UpdateProblemCode = z.enum(UPDATE_PROBLEMS);
export type UpdateProblemCode = z.infer<typeof UpdateProblemCode>;

export const UPDATE_STEPS = ['download', 'unpack', 'try'] as const;

export const UpdateStatus = z
  .object({
    enabled: z.boolean().describe('Whether Safelight looks for updates: the setting `checkForUpdates`'),
    has_key: z
      .boolean()
      .describe('Whether this build has a key to check updates with; without one it asks nobody and takes none'),
    version: z.string().describe('The version that is running'),
    kind: InstallKind.describe('How Safelight was installed'),
    can_install: z.boolean().describe('Whether this Safelight can replace itself; otherwise it only tells'),
    checked: z.int().nullable().describe('When it last learned which version is the newest, in Unix milliseconds'),
    available: z
      .object({
        version: z.string(),
        date: z.string().describe('The day of its release'),
        notes: z.string().describe('What is new, as Markdown'),
      })
      .nullable()
      .describe('A version that is newer than the running one'),
    problem: z.object({ code: UpdateProblemCode, message: z.string().describe('The problem in English') }).nullable(),
    progress: z
      .object({ step: z.enum(UPDATE_STEPS), done: z.int(), total: z.int() })
      .nullable()
      .describe('While an update is being installed; bytes'),
  })
  .meta({ id: 'UpdateStatus' });
export type UpdateStatus = z.infer<typeof UpdateStatus>;
