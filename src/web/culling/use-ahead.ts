import { useEffect, useEffectEvent, useState } from 'react';
import type { ImageRecord } from '../../contract/image-record.ts';
import type { Size } from '../detail/zoom.ts';
import { DecodedPictures, type Wanted } from './decoded-pictures.ts';
import { fittedSize, WHOLE_SIZE } from './pane.tsx';

/** Pixels in memory: a dozen pictures of a large screen; a phone has less of both. */
const fittedBytes = () => (matchMedia('(max-width: 700px), (max-height: 500px)').matches ? 96e6 : 208e6);
/** Two or three pictures of 24 megapixels. */
const WHOLE_BYTES = 300e6;

/** Steps from the picture that is shown, the likeliest first. */
const AHEAD = [1, 2, -1, 3, 4, -2, 5, 6, -3, 7] as const;
const WHOLE_AHEAD = [1, -1] as const;

interface Around {
  /** On the page now. */
  shown: readonly ImageRecord[];
  /** The picture so many places further on in the list. */
  at: (step: number) => ImageRecord | undefined;
  /** The room of one picture. */
  room: Size | null;
  isZoomed: boolean;
  /** Tiles are made of pictures that are enlarged. */
  hasTiles: boolean;
}

export interface Ahead {
  fitted: DecodedPictures;
  whole: DecodedPictures;
}

/** Loads and decodes what is likely to be seen next. */
export function useAhead({ fitted, whole }: Ahead, { shown, at, room, isZoomed, hasTiles }: Around): void {
  const around = (steps: readonly number[]) => [...shown, ...steps.flatMap((step) => at(step) ?? [])];
  const sized = (image: ImageRecord): Wanted[] => (room ? [{ image, size: fittedSize(image, room) }] : []);
  const wantedFitted = around(AHEAD).flatMap(sized);
  // No picture with edits has all pixels in one piece.
  const isWhole = (image: ImageRecord) => !hasTiles || !image.is_altered;
  const wantedWhole = isZoomed
    ? around(WHOLE_AHEAD)
        .filter(isWhole)
        .map((image): Wanted => ({ image, size: WHOLE_SIZE }))
    : [];
  const keyOf = (list: readonly Wanted[]) =>
    list.map(({ image, size }) => `${image.id} ${image.preview_version} ${size}`).join();
  // The records are new objects with each response.
  const [fittedKey, wholeKey] = [keyOf(wantedFitted), keyOf(wantedWhole)];
  const wantFitted = useEffectEvent(() => fitted.want(wantedFitted, shown.length));
  const wantWhole = useEffectEvent(() => whole.want(wantedWhole, shown.length));
  useEffect(() => wantFitted(), [fitted, fittedKey]);
  useEffect(() => wantWhole(), [whole, wholeKey]);
}

export function useDecodedPictures(): Ahead {
  const [made] = useState<Ahead>(() => ({
    fitted: new DecodedPictures(fittedBytes()),
    whole: new DecodedPictures(WHOLE_BYTES, true),
  }));
  const { fitted, whole } = made;
  useEffect(
    () => () => {
      fitted.release();
      whole.release();
    },
    [fitted, whole],
  );
  return made;
}
