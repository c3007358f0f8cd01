import { useEffect, useEffectEvent, useState } from 'react';
import type { ImageRecord } from '../../contract/image-record.ts';
import type { Size } from '../detail/zoom.ts';
import { DecodedPictures, type Wanted } from './decoded-pictures.ts';
import { fittedSize, LARGEST } from './fitted-size.ts';
import { hasTwoKinds, type Kind } from './picture-kind.ts';
import { MOST_TILES, TilePool } from './tile-pool.ts';

/** Pixels in memory: a dozen pictures of a large screen; a phone has less of both. */
export const FITTED_BYTES = { phone: 96e6, other: 208e6 };
const device = () => (matchMedia('(max-width: 700px), (max-height: 500px)').matches ? 'phone' : 'other');

/** Steps from the picture that is shown, the likeliest first. */
const AHEAD = [1, 2, -1, 3, 4, -2, 5, 6, -3, 7] as const;

interface Around {
  /** On the page now. */
  shown: readonly ImageRecord[];
  /** The picture so many places further on in the list. */
  at: (step: number) => ImageRecord | undefined;
  /** The room of one picture. */
  room: Size | null;
  /** Of what is on the page. */
  kind: Kind | null;
  /** Of all that come, if it was chosen. */
  chosen: Kind | null;
  /** Nothing has the own pixels of what is enlarged. */
  needsLargest: boolean;
}

export interface Ahead {
  fitted: DecodedPictures;
  tiles: TilePool;
}

/** Loads and decodes what is likely to be seen next. */
export function useAhead({ fitted }: Ahead, { shown, at, room, kind, chosen, needsLargest }: Around): void {
  const sized = (images: readonly ImageRecord[], wanted?: Kind | null): Wanted[] =>
    room
      ? images.flatMap((image) => {
          const size = fittedSize(image, room);
          const original = wanted === 'camera' && hasTwoKinds(image);
          return [{ image, size }, ...(original ? [{ image, size, original }] : [])];
        })
      : [];
  const largest = (image: ImageRecord): Wanted => ({
    image,
    size: LARGEST,
    original: kind === 'camera' && hasTwoKinds(image),
  });
  const onPage = [...sized(shown, kind), ...(needsLargest ? shown.map(largest) : [])];
  const wanted = [
    ...onPage,
    ...sized(
      AHEAD.flatMap((step) => at(step) ?? []),
      chosen,
    ),
  ];
  // The records are new objects with each response.
  const key = wanted
    .map(({ image, size, original }) => `${image.id} ${image.preview_version} ${size} ${original ?? false}`)
    .join();
  const want = useEffectEvent(() => fitted.want(wanted, onPage.length));
  useEffect(() => want(), [fitted, key]);
}

export function useDecodedPictures(): Ahead {
  const [made] = useState<Ahead>(() => ({
    fitted: new DecodedPictures(FITTED_BYTES[device()]),
    tiles: new TilePool(MOST_TILES[device()]),
  }));
  const { fitted, tiles } = made;
  useEffect(
    () => () => {
      fitted.release();
      tiles.store.end();
    },
    [fitted, tiles],
  );
  return made;
}
