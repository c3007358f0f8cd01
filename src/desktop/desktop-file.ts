import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { replaceFile } from '../platform/replace-file.ts';

/** A file that the desktop reads, at any moment and by other programs. Makes its folder. */
export async function writeDesktopFile(file: string, content: string): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  replaceFile(file, content, { mode: 0o644 });
}
