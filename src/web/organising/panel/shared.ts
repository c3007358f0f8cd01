import { useEffect, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import type { ImageChange } from '../../../contract/image-change.ts';
import type { ImageRecord } from '../../../contract/image-record.ts';
import type { ImagesSummary } from '../../../contract/images-summary.ts';
import { COORDINATES, TEXTS } from '../../../contract/image-texts.ts';
import { queryClient } from '../../api/query-client.ts';
import { summaryQuery } from '../../api/summary.ts';
import { knownPictures } from '../known-pictures.ts';
import { countMarks, type MarkCounts } from '../mark-counts.ts';
import { useMarksAhead } from '../marks-ahead.ts';
import { changePictures } from '../organise.ts';

/** For more pictures than this, the service is asked. */
const MOST_KNOWN = 200;

/** What the pictures have in common, with the latest decisions; undefined until it is known, and while nobody asks. */
export function useShared(ids: readonly number[], asks = true): ImagesSummary | undefined {
  // These draw it anew when the pictures have changed.
  useMarksAhead();
  useRecordsVersion();
  const known = ids.length <= MOST_KNOWN ? knownPictures(ids) : [];
  const isKnown = known.length === ids.length;
  const { data } = useQuery({ ...summaryQuery(ids), enabled: asks && !isKnown && ids.length > 0 });
  return isKnown ? summaryOf(known) : data;
}

/** Changes when the records of pictures do. */
function useRecordsVersion(): void {
  const [, setVersion] = useState(0);
  useEffect(
    () =>
      queryClient.getQueryCache().subscribe(({ type, query }) => {
        const [kind, part] = query.queryKey as readonly unknown[];
        if (type === 'updated' && (kind === 'image' || (kind === 'images' && part === 'page')))
          setVersion((before) => before + 1);
      }),
    [],
  );
}

function summaryOf(images: readonly ImageRecord[]): ImagesSummary {
  const counts = new Map<string, number>();
  for (const { tags } of images) for (const tag of tags) counts.set(tag, (counts.get(tag) ?? 0) + 1);
  const shared = [...TEXTS, ...COORDINATES].map((name) => {
    const values = new Set(images.map((image) => image[name]));
    const isShared = values.size <= 1;
    return [name, { value: isShared ? ([...values][0] ?? null) : null, is_shared: isShared }];
  });
  return {
    ...countMarks(images),
    tags: [...counts].map(([name, count]) => ({ name, count })),
    ...(Object.fromEntries(shared) as Omit<ImagesSummary, keyof MarkCounts | 'tags'>),
  };
}

/** Changes the pictures, and the summary that the service gave of them. */
export function change(ids: readonly number[], made: ImageChange): void {
  changePictures(made, ids);
  queryClient.setQueryData(summaryQuery(ids).queryKey, (summary) => {
    if (!summary) return undefined;
    const gone = new Set([...(made.tags?.remove ?? []), ...(made.tags?.add ?? [])]);
    const described = [...TEXTS, ...COORDINATES].filter((name) => made[name] !== undefined);
    return {
      ...summary,
      tags: [
        ...summary.tags.filter(({ name }) => !gone.has(name)),
        ...(made.tags?.add ?? []).map((name) => ({ name: String(name), count: summary.images })),
      ],
      ...Object.fromEntries(described.map((name) => [name, { value: made[name], is_shared: true }])),
    };
  });
}
