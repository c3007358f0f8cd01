import { useRef, useState } from 'react';
import type { ImageRecord } from '../../contract/image-record.ts';
import type { Size } from '../detail/zoom.ts';
import { type OnPane, toggle } from './look-steps.ts';
import { LookStore, useLook } from './look-store.ts';
import type { Seen } from './seen.ts';
import { paneRoom } from './panes.ts';
import { useAhead, useDecodedPictures } from './use-ahead.ts';
import { useLinkedLooks } from './use-compare.ts';
import { useKind } from './use-kind.ts';
import type { Place } from './use-place.ts';
import { useTilesAhead } from './use-tiles-ahead.ts';

/** Steps from an enlarged picture to those whose tiles are loaded ahead. */
const TILES_AHEAD = [1, -1, 2] as const;

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
  const [seen, setSeen] = useState<Seen>({ percent: 100, pixels: 'real', share: null });
  const pane = useRef<OnPane | null>(null);
  const onPane = (act: (on: OnPane) => void) => {
    if (pane.current) act(pane.current);
  };
  const [isPeaking, setPeaking] = useState(false);
  const pictures = useDecodedPictures();
  const shown = mode === 'compare' ? compared : image ? [image] : [];
  const paneSize = room && mode === 'compare' ? paneRoom(compared.length, room) : room;
  const kinds = useKind({ shown, room: paneSize, fitted: pictures.fitted, isZoomed });
  const { kind, chosen } = kinds;
  const needsLargest = isZoomed && seen.pixels === 'none';
  useAhead(pictures, { shown, at: (step) => imageAt(index + step), room: paneSize, kind, chosen, needsLargest });
  const next = TILES_AHEAD.flatMap((step) => imageAt(index + step) ?? []);
  const isEdited = chosen === 'edited';
  const coming = () => {
    if (mode !== 'single') return [];
    // darktable makes those of one more picture, once it has made what is in front.
    if (isEdited) return isZoomed && seen.pixels === 'real' ? next.slice(0, 1) : [];
    if (isZoomed) return next;
    return kinds.stays ? shown : [];
  };
  useTilesAhead(pictures.tiles, {
    images: coming(),
    kind: isEdited ? 'edited' : 'camera',
    room: paneSize,
    look,
    lookAt: (one) => ({ ...own.of(one), scale: look.scale ?? 1 }),
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
    kinds,
    peaking: { isOn: isPeaking, toggle: () => setPeaking(!isPeaking) },
    zoom: { isZoomed, ...seen, onZoom },
    showWhole: () => own.set({ ...look, scale: null }, true),
  };
}
