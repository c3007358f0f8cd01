import type { Rendering } from '../../contract/rendering.ts';
import type { PreviewFailure } from '../api/waiting.ts';

/** What is known of a preview that is older than its edits. */
export interface Older {
  /** darktable shows the picture with all edits in its place. */
  isLive: boolean;
  /** It is the picture file, or from inside it. */
  isFile: boolean;
  awaited: PreviewFailure | boolean;
  rendering: Pick<Rendering, 'is_rendering'> | null;
}

/** `who`: followed by who renders. `isOffered`: a new one can be asked for. */
export interface OlderWords {
  words: 'stale' | 'staleLocal' | 'staleWaiting' | 'staleFailed' | null;
  who: boolean;
  isOffered: boolean;
}

/** One thing is said of it: that a new one could not be made, that nobody makes it, that it is made, or that it is old. */
export function olderWords({ isLive, isFile, awaited, rendering }: Older): OlderWords {
  if (typeof awaited === 'object') return { words: 'staleFailed', who: false, isOffered: true };
  const old = isLive ? null : isFile ? 'staleLocal' : 'stale';
  if (rendering?.is_rendering === false) return { words: old, who: true, isOffered: false };
  if (awaited) return { words: 'staleWaiting', who: false, isOffered: false };
  return { words: old, who: false, isOffered: true };
}
