import { useEffect, useState, useSyncExternalStore } from 'react';
import { useQueries } from '@tanstack/react-query';
import type { ImageRecord } from '../../contract/image-record.ts';
import { tileGridQuery } from '../api/tiles.ts';
import { useWhyNot } from '../api/rights.ts';
import type { Size } from '../detail/zoom.ts';
import type { DecodedPictures } from './decoded-pictures.ts';
import { fittedSize } from './fitted-size.ts';
import { hasTwoKinds, type Kind, kindFor } from './picture-kind.ts';

/** How long somebody looks at a picture before its own pixels are made ready. */
const STAYS_MS = 250;

interface InFront {
  shown: readonly ImageRecord[];
  /** Of one picture. */
  room: Size | null;
  fitted: DecodedPictures;
  isZoomed: boolean;
}

/**
 * The kind of all pictures in front. It is settled once, so that what comes later does not change their brightness; keys settle it anew:
 * another picture, zoom, or the choice itself, which then stays.
 */
export function useKind({ shown, room, fitted, isZoomed }: InFront) {
  const [chosen, setChosen] = useState<Kind | null>(null);
  const ids = shown.map(({ id }) => id).join();
  const stays = useStays(ids);
  const may = useWhyNot('previews:read') === null;
  const twofold = shown.filter(hasTwoKinds);
  const cameras = useQueries({
    queries: twofold.map((image) => ({ ...tileGridQuery(image, 'camera'), enabled: may && (isZoomed || stays) })),
    combine: (results) => results.map(({ data, isError }) => (isError || !may ? null : data)),
  });
  // Decoded pictures are told of one by one.
  useSyncExternalStore(fitted.subscribe, () =>
    twofold.map((image) => room && fitted.get({ image, size: fittedSize(image, room) })?.source).join(),
  );
  const found = kindFor(
    twofold.map((image, at) => ({
      image,
      fitted: room && fitted.get({ image, size: fittedSize(image, room) }),
      camera: cameras[at],
    })),
    isZoomed,
  );
  const [settled, setSettled] = useState<{ ids: string; isZoomed: boolean; kind: Kind } | null>(null);
  const isSettled = settled?.ids === ids && settled.isZoomed === isZoomed;
  if (!isSettled && found !== null) setSettled({ ids, isZoomed, kind: found });
  const present = settled?.ids === ids ? settled.kind : null;
  const kind = chosen ?? (isSettled ? present : (found ?? present));
  return {
    kind,
    chosen,
    stays,
    hasTwoKinds: twofold.length > 0,
    switchKind: () => setChosen(kind === 'camera' ? 'edited' : 'camera'),
  };
}

export type Kinds = ReturnType<typeof useKind>;

/** Whether these pictures have been in front for a moment. */
function useStays(ids: string): boolean {
  const [stayed, setStayed] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setStayed(ids), STAYS_MS);
    return () => clearTimeout(timer);
  }, [ids]);
  return stayed === ids;
}
