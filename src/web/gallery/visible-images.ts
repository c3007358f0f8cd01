import { useEffect, useRef } from 'react';
import { MOST_VISIBLE } from '../../contract/most-visible.ts';
import { useWhyNot } from '../api/rights.ts';
import { send } from '../api/request.ts';

/** This page, for as long as it is open. */
const viewer = Math.random().toString(36).slice(2);
/** Pictures scrolled past more quickly than this are not worth a word. */
const STAY_MS = 400;

/** Tells the service which pictures are on the screen, so that it renders the previews that they lack: `isWanted` while anybody renders. */
export function useVisibleImages(ids: Int32Array, first: number, end: number, isWanted: boolean): void {
  const may = useWhyNot('previews:read') === null;
  const isTold = may && isWanted && end > first;
  const wasTold = useRef(false);
  useEffect(() => {
    if (!isTold) return undefined;
    const timer = setTimeout(() => {
      wasTold.current = true;
      tell(Array.from(ids.subarray(first, Math.min(end, first + MOST_VISIBLE))));
    }, STAY_MS);
    return () => clearTimeout(timer);
  }, [ids, first, end, isTold]);
  useEffect(
    () => () => {
      if (wasTold.current) tell([]);
      wasTold.current = false;
    },
    [isTold],
  );
}

/** Nobody misses a preview for which this fails. */
function tell(ids: number[]): void {
  send('/api/v1/images/visible', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ viewer, ids }),
    keepalive: true,
  }).catch(() => undefined);
}
