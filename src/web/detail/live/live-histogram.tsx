import { Histogram } from '../histogram.tsx';
import type { LivePicture } from './live-picture.ts';
import { useLiveState } from './use-live-picture.ts';

/** Of the picture shown: the live one, or else the stored preview's `blob`. */
export function LiveHistogram({ live, blob }: { live: LivePicture; blob: Blob | null }) {
  const { whole } = useLiveState(live);
  return <Histogram blob={whole?.blob ?? blob} />;
}
