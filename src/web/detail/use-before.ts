import { useCallback, useEffect, useEffectEvent, useState } from 'react';
import type { ImageRecord } from '../../contract/image-record.ts';
import { loadOriginal } from '../api/preview-load.ts';
import { reasonOf } from '../api/reason.ts';
import { render } from '../api/render.ts';
import { ApiError } from '../api/request.ts';
import { say } from '../ui/toasts.tsx';
import type { Edits } from './develop/edits.ts';
import { t } from '../i18n/words.ts';
import type { LivePicture } from './live/live-picture.ts';
import { placeIn, WHOLE } from './live/stage-view.ts';
import { decoded, VIEWER } from './live/use-live-picture.ts';
import type { Looks } from './looks.ts';
import type { Box } from './zoom.ts';

/** A picture and what part of the whole it is, in shares of the sides. */
export interface Pictured {
  url: string;
  place: Box;
}

export interface Before {
  /** Beside the present picture, and not in its place. */
  isSplit: boolean;
  /** Null while it is not wanted or has not arrived. */
  picture: Pictured | null;
  show: () => void;
  hide: () => void;
}

/** The picture from before the edits made here, or else without any edit, or at a step of its history, while it is wanted. */
export function useBefore(
  image: ImageRecord | undefined,
  { edits, live, looks }: { edits: Edits; live: LivePicture; looks: Looks },
): Before {
  const [isHeld, setHeld] = useState(false);
  const [picture, setPicture] = useState<Pictured | null>(null);
  const id = image?.id;
  useEffect(() => setHeld(false), [id]);
  const { peeked } = looks;
  const isSplit = looks.isSplit && peeked === null;
  const against = peeked ?? looks.against;
  const isWanted = isHeld || isSplit || peeked !== null;
  // With the first edit it becomes the picture as it was opened.
  const isOpened = isSplit && against === null && edits.before !== null;
  // What is seen is decided when it is asked for.
  const load = useEffectEvent((id: number, stop: AbortController, urls: string[]) => {
    const show = (url: string, place: Box) => {
      if (!stop.signal.aborted) setPicture({ url, place });
    };
    const rendered = async () => {
      const wanted = isSplit ? live.fitted() : live.visible();
      const state = against === null ? edits.beforeRequest() : { history_end: against };
      if (!wanted || !state || live.snapshot().problem?.code === 'renderer_unavailable') return false;
      const request = { ...wanted, ...state, viewer: `${VIEWER} before` };
      const answer = await render(id, request, stop.signal);
      const url = URL.createObjectURL(answer.blob);
      urls.push(url);
      await decoded(url).catch(() => undefined);
      show(url, placeIn(request, answer));
      return true;
    };
    const fromFile = async () => {
      const url = await loadOriginal(id, stop.signal);
      urls.push(url);
      show(url, WHOLE);
    };
    const known = against === null ? edits.before : null;
    if (known) show(known.url, WHOLE);
    const isEnough = known !== null && !known.isStale && (isSplit || live.visible()?.region === undefined);
    if (!isEnough) {
      rendered()
        .catch((error: unknown) => {
          if (error instanceof ApiError) return false;
          throw error;
        })
        .then((isThere) => {
          if (isThere || known) return;
          // Only the first state is also in the file.
          if (peeked !== null) return;
          if (against) say({ title: t('detail.cannotCompare') });
          else return fromFile();
        })
        .catch((error: unknown) => {
          if (error instanceof ApiError && peeked === null) say({ title: reasonOf(error) });
        });
    }
  });
  useEffect(() => {
    if (!isWanted || id === undefined) return;
    const stop = new AbortController();
    const urls: string[] = [];
    load(id, stop, urls);
    return () => {
      stop.abort();
      setPicture(null);
      for (const url of urls) URL.revokeObjectURL(url);
    };
  }, [isWanted, isSplit, against, isOpened, id]);
  const show = useCallback(() => setHeld(true), []);
  const hide = useCallback(() => setHeld(false), []);
  return { picture, isSplit: isSplit && !isHeld, show, hide };
}
