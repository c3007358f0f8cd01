import { openSync, readSync } from 'node:fs';
import type { Address } from './libdarktable.ts';

/** Programs have no memory below it. */
const FIRST = 4096n;

let memory: number | null = null;

/**
 * A copy of what this process has there; null where it has nothing. Reading an address that is none does no harm this way (Linux, proc(5)),
 * so it need not be guessed which ones are: how high they go differs between processors. `from`: the memory as a file.
 */
export function readable(at: Address, length: number, from: number = ownMemory()): Buffer | null {
  if (at < FIRST) return null;
  const bytes = Buffer.alloc(length);
  try {
    return readSync(from, bytes, 0, length, at) === length ? bytes : null;
  } catch {
    return null;
  }
}

const ownMemory = () => (memory ??= openSync('/proc/self/mem', 'r'));

/** What the nodes of a GList point to; null if there is no such list. */
export function readableList(head: Address): Address[] | null {
  const items: Address[] = [];
  let before = 0n;
  for (let node = head; node !== 0n;) {
    const bytes = readable(node, 24);
    // A node knows the one before it, so that no ring is followed.
    if (bytes?.readBigUInt64LE(16) !== before) return null;
    items.push(bytes.readBigUInt64LE(0));
    before = node;
    node = bytes.readBigUInt64LE(8);
  }
  return items;
}
