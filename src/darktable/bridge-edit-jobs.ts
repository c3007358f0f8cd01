import { randomUUID } from 'node:crypto';
import { mkdirSync, rmSync, unlinkSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { replaceFile } from '../platform/replace-file.ts';
import { appendJob } from './append-job.ts';
import { BRIDGE_PROTOCOL, fieldLines, parseFields, readText } from './bridge-fields.ts';
import { bridgeStyle, type HistoryEntry } from './bridge-style.ts';
import { wakePlugin } from './wake-pipe.ts';

/** What the plugin answers when it did not do an edit, and our own words when it did not answer. */
const EDIT_FAILURES = [
  'no_image',
  'other_file',
  'expired',
  'bad_job',
  'style_failed',
  'open_in_darkroom',
  'interrupted',
  /** Nobody took the job: it was withdrawn and will not be done. */
  'not_taken',
  /** The job was taken but never answered: only the library tells whether it was done. */
  'no_answer',
] as const;
export type EditFailure = (typeof EDIT_FAILURES)[number];

export type EditAnswer = { ok: true } | { ok: false; code: EditFailure; reason: string };

export interface EditJob {
  imageId: number;
  /** Full path of the image: the plugin refuses when it does not belong to the id. */
  file: string;
  /** The new entry. Ask `styleObstacle` first. */
  entry: HistoryEntry;
}

/**
 * Asks the bridge for an edit and waits for its answer. Never throws for anything the bridge does. After `timeoutMs`, a
 * job that was not begun is withdrawn; for one that was begun, we wait `graceMs` longer. `ok` means that darktable was
 * told: read the row back.
 */
export async function editThroughBridge(
  editsDir: string,
  { imageId, file, entry }: EditJob,
  { timeoutMs = 10_000, graceMs = 30_000 }: { timeoutMs?: number; graceMs?: number } = {},
): Promise<EditAnswer> {
  const uuid = randomUUID();
  const base = join(editsDir, uuid);
  mkdirSync(editsDir, { recursive: true, mode: 0o700 });
  replaceFile(`${base}.dtstyle`, bridgeStyle(entry));
  replaceFile(
    `${base}.job`,
    fieldLines({
      protocol: BRIDGE_PROTOCOL,
      image: imageId,
      file,
      operation: entry.operation,
      instance: entry.priority,
      // A little later than we withdraw it, so that the plugin's clock never decides.
      expires: Math.ceil((Date.now() + timeoutMs) / 1000) + 5,
    }),
  );
  appendJob(join(editsDir, 'edits.queue'), uuid);
  wakePlugin(editsDir);
  const answer = await answerOf(`${base}.result`, timeoutMs);
  if (answer) return answer;
  if (withdraw(base)) return { ok: false, code: 'not_taken', reason: 'darktable did not accept the edit in time' };
  return (
    (await answerOf(`${base}.result`, graceMs)) ?? {
      ok: false,
      code: 'no_answer',
      reason: 'darktable started the edit but did not finish it in time',
    }
  );
}

/** How often we check for the answer: most edits take less than a tenth of a second. */
const LOOK_MS = { early: 5, later: 25 };
const EARLY_MS = 250;

async function answerOf(file: string, timeoutMs: number): Promise<EditAnswer | null> {
  const began = performance.now();
  const deadline = began + timeoutMs;
  for (;;) {
    const text = readText(file);
    if (text !== null) {
      rmSync(file, { force: true });
      const { ok, code, reason = '' } = parseFields(text);
      if (ok === '1') return { ok: true };
      return { ok: false, code: EDIT_FAILURES.find((known) => known === code) ?? 'style_failed', reason };
    }
    if (performance.now() >= deadline) return null;
    await sleep(performance.now() - began < EARLY_MS ? LOOK_MS.early : LOOK_MS.later);
  }
}

/** Returns whether the job was still there. */
function withdraw(base: string): boolean {
  try {
    unlinkSync(`${base}.job`);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false;
    throw error;
  }
  rmSync(`${base}.dtstyle`, { force: true });
  return true;
}
