import { readFileSync } from 'node:fs';

/** PE's number for x86-64. */
export const PE_X64 = 0x8664;

/** For which processor a program or library of Windows was compiled (IMAGE_FILE_HEADER); null for other files. */
export function peMachine(file: string): number | null {
  const bytes = readFileSync(file);
  if (bytes.length < 64 || bytes.toString('latin1', 0, 2) !== 'MZ') return null;
  const head = bytes.readUInt32LE(60);
  if (head + 6 > bytes.length || bytes.toString('latin1', head, head + 4) !== 'PE\0\0') return null;
  return bytes.readUInt16LE(head + 4);
}
