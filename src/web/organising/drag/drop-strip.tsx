import { Suspense } from 'react';
import { lateExtra } from '../../ui/late-part.tsx';
import { useDragged } from './dragging.ts';

const DropTargets = lateExtra(async () => (await import('./drop-targets.tsx')).DropTargets);

/** While pictures are dragged: what they can be dropped on. Keys, the bar of the selection and the panel do the same. */
export function DropStrip() {
  if (useDragged() === null) return null;
  return (
    <Suspense fallback={null}>
      <DropTargets />
    </Suspense>
  );
}
