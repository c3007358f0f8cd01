import { useEffect, useState } from 'react';
import type { ImageRecord } from '../../contract/image-record.ts';
import { number, t as page } from '../i18n/words.ts';
import { isOneBurst } from './bursts.ts';
import { MOST_TILES } from './survey-tiles.ts';
import type { Place } from './use-place.ts';
import { t } from './words.ts';

export type Survey = ReturnType<typeof useSurvey>;

/** The burst around the current picture, or a page of the set, and which of its pictures are kept: picks, unless marked otherwise. */
export function useSurvey({ index, imageAt, groupAt, last, culling }: Place, isPick: (image: ImageRecord) => boolean) {
  const whole = groupAt(index);
  const first = whole.first + Math.floor((index - whole.first) / MOST_TILES) * MOST_TILES;
  const end = Math.min(whole.last, first + MOST_TILES - 1);
  const burst = Array.from({ length: end - first + 1 }, (_, at) => imageAt(first + at)).filter(
    (image) => image !== undefined,
  );
  const title = !culling.isSet
    ? t('burst', { count: burst.length })
    : whole.last < MOST_TILES
      ? page('selection.count', { count: whole.last + 1 })
      : t('chosen', { first: number(first + 1), last: number(end + 1), total: number(whole.last + 1) });
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
    if (culling.isSet) return end + 1;
    for (let at = end + 1; at < last; at++) if (isOneBurst(imageAt(at), imageAt(at + 1))) return at;
    return end + 1;
  };
  return { burst, title, first, end, kept, mark, nextBurst };
}
