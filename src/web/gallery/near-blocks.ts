import { useEffect, useMemo, useState } from 'react';

/** Pictures requested at once: several windows full. */
const BLOCK = 200;
/** The first previews come first: nothing may delay them. */
const FIRST_PREVIEWS_MS = 700;
/** Pictures scrolled past more quickly than this are not loaded. */
const STAY_MS = 40;

/** The ids near these positions of the list, half a block before and after them, in blocks that stay the same. None at first. */
export function useNearBlocks(ids: Int32Array, first: number, last: number): readonly (readonly number[])[] {
  const blockOf = (index: number) => Math.floor(Math.max(0, Math.min(index, ids.length - 1)) / BLOCK);
  const [near, beyond] = [blockOf(first - BLOCK / 2), blockOf(last + BLOCK / 2)];
  const [wanted, setWanted] = useState<{ near: number; beyond: number } | null>(null);
  const isFirst = wanted === null;
  useEffect(() => {
    const timer = setTimeout(() => setWanted({ near, beyond }), isFirst ? FIRST_PREVIEWS_MS : STAY_MS);
    return () => clearTimeout(timer);
  }, [near, beyond, isFirst]);
  return useMemo(() => {
    if (!wanted) return [];
    const count = Math.max(0, Math.ceil(ids.length / BLOCK));
    return Array.from({ length: Math.max(0, Math.min(wanted.beyond + 1, count) - wanted.near) }, (_, at) => {
      const start = (wanted.near + at) * BLOCK;
      return Array.from(ids.subarray(start, start + BLOCK));
    });
  }, [ids, wanted]);
}
