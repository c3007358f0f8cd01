import { useCallback, useEffect, useEffectEvent, useState } from 'react';
import type { Taken } from './bursts.ts';
import { firstPanes } from './panes.ts';

interface List {
  ids: Int32Array;
  /** The position of the current picture, which has the focus. */
  index: number;
  imageAt: (index: number) => Taken | undefined;
  /** The first and the last position of those that belong together. */
  groupAt: (index: number) => { first: number; last: number };
}

/** The pictures that are compared; the current one is among them. */
export function usePanes(isOn: boolean, count: number, { ids, index, imageAt, groupAt }: List) {
  const [panes, setPanes] = useState<readonly number[]>([]);
  const current = ids[index];
  // Where a burst ends is not known before its neighbors have arrived.
  const isKnown = Array.from({ length: 2 * count - 1 }, (_, at) => index - count + 1 + at).every(
    (at) => at < 0 || at >= ids.length || imageAt(at) !== undefined,
  );
  const begin = useEffectEvent(() => {
    if (!isOn) setPanes([]);
    else if (isKnown) setPanes(firstPanes(index, ids, groupAt(index), Math.min(count, ids.length)));
  });
  // Starts over with each visit; after that, people choose.
  useEffect(() => begin(), [isOn, isKnown, count, ids]);

  /** Replaces a pane's picture. */
  const put = useCallback(
    (id: number, inPlaceOf: number) =>
      setPanes((now) => (now.includes(id) ? now : now.map((one) => (one === inPlaceOf ? id : one)))),
    [],
  );
  const shown = panes.length > 0 ? panes : current === undefined ? [] : [current];
  return { panes: shown, put };
}
