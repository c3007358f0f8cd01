import { useRef, useState } from 'react';
import type { ImageRecord } from '../../contract/image-record.ts';
import type { Size } from '../detail/zoom.ts';
import { type OnPane, toggle } from './look-steps.ts';
import { LookStore, useLook } from './look-store.ts';
import type { Seen } from './pane.tsx';
import { paneRoom } from './panes.ts';
import { useAhead, useDecodedPictures } from './use-ahead.ts';
import { useLinkedLooks } from './use-compare.ts';
import type { Place } from './use-place.ts';

interface Panes {
  panes: readonly number[];
  /** Their pictures; none while one is alone. */
  compared: readonly ImageRecord[];
  room: Size | null;
}

/** How the pictures are looked at, together or each by itself, and those that are decoded for it. */
export function usePaneLooks({ mode, id, image, index, imageAt }: Place, { panes, compared, room }: Panes) {
  const [shared] = useState(() => new LookStore());
  const { isLinked, toggleLink, lookOf } = useLinkedLooks(shared, panes, id);
  const own = mode === 'compare' && id !== null ? lookOf(id) : shared;
  const { look } = useLook(own);
  const isZoomed = look.scale !== null;
  /** Of the pane with the focus. */
  const [seen, setSeen] = useState<Seen>({ percent: 100, pixels: 'real' });
  const pane = useRef<OnPane | null>(null);
  const onPane = (act: (on: OnPane) => void) => {
    if (pane.current) act(pane.current);
  };
  const pictures = useDecodedPictures();
  useAhead(pictures, {
    shown: mode === 'compare' ? compared : image ? [image] : [],
    at: (step) => imageAt(index + step),
    room: room && mode === 'compare' ? paneRoom(compared.length, room) : room,
    isZoomed,
    hasTiles: seen.pixels !== 'none',
  });
  const onZoom = (wanted: boolean) => {
    if (wanted !== isZoomed) onPane((on) => toggle(on));
  };
  return {
    shared,
    lookOf,
    isLinked,
    toggleLink,
    pane,
    onPane,
    setSeen,
    pictures,
    zoom: { isZoomed, ...seen, onZoom },
    showWhole: () => own.set({ ...look, scale: null }, true),
  };
}
