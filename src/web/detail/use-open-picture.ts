import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { imageQuery } from '../api/images.ts';
import type { LoadedPreview } from '../api/preview-load.ts';
import { ApiError } from '../api/request.ts';
import { useWhyNot } from '../api/rights.ts';
import type { GalleryView } from '../gallery/gallery-view.ts';
import { onHistoriesChanged } from '../history/histories-changed.ts';
import { type HistoryState, navigate, useAddress } from '../location.ts';
import { useMarked } from '../organising/marks-ahead.ts';
import { useEdits } from './develop/use-edits.ts';
import { useLivePicture, useTakeOver } from './live/use-live-picture.ts';
import { useLooks } from './looks.ts';
import { useNeighbourhood } from './neighbourhood.ts';
import { useNewWhenStale } from './new-when-stale.ts';
import { imageUrl, type Panel, readPanel } from './picture-address.ts';
import type { StageControls, Zoom } from './stage-zoom.ts';
import { useBefore } from './use-before.ts';

export interface Opened {
  id: number;
  view: GalleryView;
  historyState: HistoryState;
  backTo: string;
}

export type OpenPicture = ReturnType<typeof useOpenPicture>;

/** The picture that is open: its record and neighbors, its edits, and how it is looked at. */
export function useOpenPicture({ id, view, historyState, backTo }: Opened) {
  const { search } = useAddress();
  const panel = readPanel(search);
  const list = useNeighbourhood(id, view);
  const listed = list.recordAt(list.at);
  const { data, error } = useQuery({ ...imageQuery(id), ...(listed && { placeholderData: listed }) });
  // Without a connection, the list's record of it is still there.
  const image = useMarked(data ?? (error instanceof ApiError ? undefined : listed));

  const controls = useRef<StageControls>(null);
  const [zoom, setZoom] = useState<Zoom>({ percent: 100, isFit: true });
  const [shown, setShown] = useState<{ id: number; preview: LoadedPreview } | null>(null);
  const noteShown = useCallback((preview: LoadedPreview) => setShown({ id, preview }), [id]);
  const preview = shown?.id === id ? shown.preview : null;
  const maySee = useWhyNot('previews:read') === null;
  const mayEdit = useWhyNot('cache:refresh') === null;
  const live = useLivePicture(id, { isWarm: panel === 'develop' && maySee && mayEdit });
  const edits = useEdits(id, preview, live);
  const [isSharp, setSharp] = useState(true);
  useTakeOver(live, edits.state === 'rendered' && isSharp ? preview : null);
  const looks = useLooks(`${id} ${panel}`);
  const before = useBefore(maySee ? image : undefined, { edits, live, looks });
  useNewWhenStale(image, preview, edits.state === 'none');
  const { historyChanged } = edits;
  useEffect(
    () =>
      onHistoriesChanged((ids) => {
        if (ids.has(id)) historyChanged();
      }),
    [id, historyChanged],
  );

  const { idAt, at } = list;
  const ways = useMemo(() => {
    const go = (index: number) => {
      const to = idAt(index);
      if (to !== undefined) navigate(imageUrl(to, view, panel), { replace: true, state: { ...historyState, index } });
    };
    return {
      go,
      goBack: () => go(at - 1),
      goOn: () => go(at + 1),
      close: () => {
        if (historyState.fromGallery) history.back();
        else navigate(backTo);
      },
      showPanel: (next: Panel) =>
        navigate(imageUrl(id, view, panel === next ? null : next), { replace: true, state: historyState }),
    };
  }, [id, idAt, at, view, panel, historyState, backTo]);
  const stage = { controls, setZoom, setSharp, noteShown };
  return { id, image, error, panel, list, ways, live, edits, looks, before, preview, zoom, stage };
}
