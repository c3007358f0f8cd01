/** Programs and libraries of macOS: https://github.com/apple-oss-distributions/xnu/blob/main/EXTERNAL_HEADERS/mach-o/loader.h */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

const MAGIC_64 = 0xfeedfacf;
const PROCESSORS: Record<number, string> = { 0x01000007: 'x64', 0x0100000c: 'arm64' };
const LC_CODE_SIGNATURE = 0x1d;
// Of a signature, in cs_blobs.h.
const CODE_DIRECTORY = 0xfade0c02;
const ADHOC = 0x2;

export type MachO = {
  cpu: string;
  /** null without one. `team` is that of Apple's developers; null for one made by nobody (ad hoc). */
  signature: { team: string | null; isAdHoc: boolean; isWhole: boolean } | null;
};

/** null for files of another kind. */
export function readMachO(file: string): MachO | null {
  const bytes = readFileSync(file);
  if (bytes.length < 32 || bytes.readUInt32LE(0) !== MAGIC_64) return null;
  const number = bytes.readUInt32LE(4);
  let signature: MachO['signature'] = null;
  for (let left = bytes.readUInt32LE(16), at = 32; left > 0; left -= 1, at += bytes.readUInt32LE(at + 4))
    if (bytes.readUInt32LE(at) === LC_CODE_SIGNATURE)
      signature = readSignature(bytes, bytes.readUInt32LE(at + 8), bytes.readUInt32LE(at + 12));
  return { cpu: PROCESSORS[number] ?? String(number), signature };
}

/** The last code directory: with several, it has the strongest hashes. */
function readSignature(bytes: Buffer, offset: number, length: number): MachO['signature'] {
  const all = bytes.subarray(offset, offset + length);
  const blobs = Array.from({ length: all.readUInt32BE(8) }, (_, index) => all.readUInt32BE(12 + 8 * index + 4));
  const directories = blobs.filter((at) => all.readUInt32BE(at) === CODE_DIRECTORY).map((at) => all.subarray(at));
  const last = directories.at(-1);
  if (last === undefined) return null;
  const teamAt = last.readUInt32BE(8) >= 0x20200 ? last.readUInt32BE(48) : 0;
  return {
    team: teamAt === 0 ? null : last.toString('utf8', teamAt, last.indexOf(0, teamAt)),
    isAdHoc: (last.readUInt32BE(12) & ADHOC) !== 0,
    isWhole: hasRightHashes(bytes, last),
  };
}

/** Whether the hash of each page is the one that was signed. */
function hasRightHashes(bytes: Buffer, directory: Buffer): boolean {
  const [hashesAt, , , slots, limit] = [16, 20, 24, 28, 32].map((at) => directory.readUInt32BE(at)) as [
    number,
    number,
    number,
    number,
    number,
  ];
  const [size, kind, , shift] = directory.subarray(36, 40) as unknown as [number, number, number, number];
  const algorithm = kind === 1 ? 'sha1' : 'sha256';
  const page = 2 ** shift;
  for (let slot = 0; slot < slots; slot += 1) {
    const content = bytes.subarray(slot * page, Math.min((slot + 1) * page, limit));
    const hash = createHash(algorithm).update(content).digest().subarray(0, size);
    if (!hash.equals(directory.subarray(hashesAt + slot * size, hashesAt + (slot + 1) * size))) return false;
  }
  return slots > 0;
}
