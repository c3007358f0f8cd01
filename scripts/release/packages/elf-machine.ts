import { closeSync, openSync, readSync } from 'node:fs';

/** For which processor a file was compiled (e_machine in elf.h); null for what is not a program or library of Linux. */
export function elfMachine(file: string): number | null {
  const head = Buffer.alloc(20);
  const opened = openSync(file, 'r');
  try {
    if (readSync(opened, head) < 20 || head.toString('latin1', 0, 4) !== '\x7fELF') return null;
  } finally {
    closeSync(opened);
  }
  return head.readUInt16LE(18);
}
