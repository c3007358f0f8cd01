import { useEffect, useState } from 'react';
import type { ImageRecord } from '../../contract/image-record.ts';
import { burstAround, isOneBurst } from './bursts.ts';
import { MOST_TILES } from './survey-tiles.ts';

interface List {
  index: number;
  imageAt: (index: number) => ImageRecord | undefined;
  /** The last position whose picture is known. */
  last: number;
  isPick: (image: ImageRecord) => boolean;
}

export type Survey = ReturnType<typeof useSurvey>;

/** The burst around the current picture, and which of its pictures are kept: picks, unless marked otherwise. */
export function useSurvey({ index, imageAt, last, isPick }: List) {
  const whole = burstAround(index, imageAt);
  const first = whole.first + Math.floor((index - whole.first) / MOST_TILES) * MOST_TILES;
  const end = Math.min(whole.last, first + MOST_TILES - 1);
  const burst = Array.from({ length: end - first + 1 }, (_, at) => imageAt(first + at)).filter(
    (image) => image !== undefined,
  );
  const key = burst[0]?.id ?? null;
  const [marked, setMarked] = useState<{ key: number | null; of: ReadonlyMap<number, boolean> }>({
    key,
    of: new Map(),
  });
  useEffect(() => setMarked({ key, of: new Map() }), [key]);
  const marks = marked.key === key ? marked.of : new Map<number, boolean>();
  const kept: ReadonlySet<number> = new Set(
    burst.filter((image) => marks.get(image.id) ?? isPick(image)).map(({ id }) => id),
  );
  const mark = (id: number) => setMarked({ key, of: new Map(marks).set(id, !kept.has(id)) });
  /** The next burst whose records are here, else the picture after this burst. */
  const nextBurst = (): number => {
    for (let at = end + 1; at < last; at++) if (isOneBurst(imageAt(at), imageAt(at + 1))) return at;
    return end + 1;
  };
  return { burst, first, end, kept, mark, nextBurst };
}
