import { useEffect, useMemo } from 'react';
import type { LoadedPreview } from '../../api/preview-load.ts';
import { useStore } from '../../stores/store.ts';
import { Turns } from '../../stores/turns.ts';
import type { LivePicture } from '../live/live-picture.ts';
import type { Edits } from './edits.ts';
import { ImageEdits } from './image-edits.ts';

const turns = new Turns();

/** The edits of the image that is open. `shown`: its preview on the page. */
export function useEdits(id: number, shown: LoadedPreview | null, live: LivePicture): Edits {
  const edits = useMemo(() => new ImageEdits(id, live, turns), [id, live]);
  const now = useStore(edits);
  useEffect(() => edits.open(), [edits]);
  useEffect(() => edits.saw(shown), [edits, shown]);
  const isAwaited = now.state === 'rendering';
  useEffect(() => (isAwaited ? edits.lookForPreview() : undefined), [edits, isAwaited]);
  return useMemo(() => {
    const { beforeRequest, move, edit, undo, settle, goTo, changeHistory, historyChanged } = edits;
    return { ...now, beforeRequest, move, edit, undo, settle, goTo, changeHistory, historyChanged };
  }, [edits, now]);
}
