import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { UpdateProblemCode } from '../contract/updates.ts';
import { readOrdinaryFile } from '../platform/ordinary-file.ts';
import { replaceFile } from '../platform/replace-file.ts';
import type { PortableCopy } from './portable-copy.ts';

/** An update that was taken back: the Safelight that starts next tells it. */
export const FailedUpdate = z.object({ version: z.string(), code: UpdateProblemCode, message: z.string() });
export type FailedUpdate = z.infer<typeof FailedUpdate>;

const fileOf = ({ updates }: PortableCopy) => join(updates, 'failed.json');

export function noteFailedUpdate(copy: PortableCopy, failed: FailedUpdate): void {
  replaceFile(fileOf(copy), JSON.stringify(failed), { mode: 0o644 });
}

export function failedUpdate(copy: PortableCopy): FailedUpdate | null {
  try {
    return FailedUpdate.parse(JSON.parse(readOrdinaryFile(fileOf(copy), 'utf8')));
  } catch {
    return null;
  }
}

export function forgetFailedUpdate(copy: PortableCopy): void {
  rmSync(fileOf(copy), { force: true });
}
