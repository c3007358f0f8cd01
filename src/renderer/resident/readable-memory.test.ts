import { closeSync, openSync, rmSync, writeSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readable, readableList } from './readable-memory.ts';

const isLinux = process.platform === 'linux';

test.runIf(isLinux)('an address that is none, however high, reads as nothing', () => {
  for (const at of [0n, 1n, 4096n, 0x7fff_ffff_f000n, 0xffff_ffff_f000n, 2n ** 63n - 1n, 2n ** 64n - 8n]) {
    expect(readable(at, 8)).toBeNull();
    if (at !== 0n) expect(readableList(at)).toBeNull();
  }
});

// On ARM, programs have 48 bits of addresses, twice as many as on x86-64; an emulator on x86-64 gives out lower ones only.
test.runIf(isLinux).each([
  ['a program', 0x5555_5555_4000n],
  ['libraries of x86-64', 0x7fff_f7ff_0000n],
  ['a program of ARM', 0xaaaa_aaaa_a000n],
  ['libraries of ARM', 0xffff_f7ff_0000n],
])('memory where %s may lie is read', (_whose, at) => {
  // A file in memory may have holes as large as those of a process.
  const file = `/dev/shm/safelight-readable-${process.pid}`;
  const memory = openSync(file, 'w+');
  try {
    writeSync(memory, 'velvia', Number(at));
    expect(readable(at, 6, memory)?.toString()).toBe('velvia');
  } finally {
    closeSync(memory);
    rmSync(file);
  }
});
