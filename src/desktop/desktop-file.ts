import { mkdir } from 'node:fs/promises';
import { dirname } from 'node:path';
import { replaceFile } from '../platform/replace-file.ts';

/** Writes a file that other programs may read at any moment. Creates its folder. */
export async function writeDesktopFile(file: string, content: string): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  replaceFile(file, content, { mode: 0o644 });
}
