import { spawnSync } from 'node:child_process';
import { mkdirSync, symlinkSync } from 'node:fs';
import { dirname } from 'node:path';

const fifo = (file: string) => {
  if (spawnSync('mkfifo', [file]).status !== 0) throw new Error(`mkfifo ${file} failed`);
};

/** Things that may be where a file is expected, and how to create them. */
const KINDS = {
  'a FIFO': fifo,
  'a link to a FIFO': (file) => {
    fifo(`${file}-elsewhere`);
    symlinkSync(`${file}-elsewhere`, file);
  },
  'a link to a device': (file) => symlinkSync('/dev/zero', file),
  'a folder': (file) => mkdirSync(file),
} satisfies Record<string, (file: string) => void>;

export type OddKind = keyof typeof KINDS;
export const ODD_KINDS = Object.keys(KINDS) as OddKind[];

export function putOddFile(kind: OddKind, file: string): void {
  mkdirSync(dirname(file), { recursive: true });
  KINDS[kind](file);
}
