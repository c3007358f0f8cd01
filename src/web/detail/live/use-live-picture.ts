import { useEffect, useMemo, useSyncExternalStore } from 'react';
import type { LoadedPreview } from '../../api/preview-load.ts';
import { noteRefusal } from '../../api/query-client.ts';
import { render } from '../../api/render.ts';
import { lackingNow } from '../../api/rights.ts';
import { LivePicture, type LiveState } from './live-picture.ts';

/** This page, for as long as it is open. */
export const VIEWER = crypto.getRandomValues(new Uint32Array(2)).join('-');

/** A picture opened while leafing through them need not be opened in darktable. */
const STAYS_MS = 400;

/** The live picture of an image. `isWarm`: somebody may edit at any moment, so darktable opens it. */
export function useLivePicture(id: number, { isWarm }: { isWarm: boolean }): LivePicture {
  const live = useMemo(
    () =>
      new LivePicture(
        {
          mayRender: () => lackingNow('previews:read') === null && lackingNow('images:read') === null,
          render: (request, signal) => render(id, request, signal),
          decode: decoded,
          onRefusal: noteRefusal,
        },
        VIEWER,
      ),
    [id],
  );
  useEffect(() => () => live.end(), [live]);
  useEffect(() => {
    if (!isWarm) return;
    const timer = setTimeout(() => live.warmUp(), STAYS_MS);
    return () => clearTimeout(timer);
  }, [live, isWarm]);
  return live;
}

export const useLiveState = (live: LivePicture): LiveState => useSyncExternalStore(live.subscribe, live.snapshot);

/** Lets the stored preview that shows all edits take over, once the browser can paint it. */
export function useTakeOver(live: LivePicture, preview: LoadedPreview | null): void {
  useEffect(() => {
    if (preview === null) return;
    const over = { isOver: false };
    const takeOver = () => {
      if (!over.isOver) live.previewShown();
    };
    void decoded(preview.url).then(takeOver, takeOver);
    return () => {
      over.isOver = true;
    };
  }, [live, preview]);
}

/** Resolves when the browser can paint it at once. */
export async function decoded(url: string): Promise<void> {
  const picture = new Image();
  picture.src = url;
  await picture.decode();
}
