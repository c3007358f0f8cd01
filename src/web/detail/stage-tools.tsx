import { Suspense } from 'react';
import { latePanel } from '../ui/late-part.tsx';
import { GuideLines } from './guides/guide-lines.tsx';
import { LevelingView } from './guides/leveling-view.tsx';
import { HandlesView } from './handles/handles-view.tsx';
import type { Looks } from './looks.ts';
import { MaskView } from './masks/mask-view.tsx';
import type { Masking } from './masks/masking.ts';
import { ShapesView } from './masks/shapes-view.tsx';
import { PickerView } from './picker/picker-view.tsx';
import type { Box, Size } from './zoom.ts';

interface Props {
  id: number;
  looks: Looks;
  /** null: nothing of masks is shown now. */
  masking: Masking | null;
  room: Size | null;
  /** Where the picture is on the stage. */
  frame: Box | null;
  /** The present picture is in sight. */
  hasPicture: boolean;
}

const CropView = latePanel(async () => (await import('./crop/crop-view.tsx')).CropView);

/** What lies over the picture, to look at it or to do something on it. */
export function StageTools({ id, looks, masking, room, frame, hasPicture }: Props) {
  const { cropping, picking, leveling, handling, guide, setMasking } = looks;
  if (cropping)
    return <Suspense fallback={null}>{room && <CropView id={id} room={room} cropping={cropping} />}</Suspense>;
  if (!frame) return null;
  return (
    <>
      {masking?.showsMask && (
        <MaskView
          id={id}
          masking={masking}
          frame={frame}
          onEnd={() => setMasking((was) => was && { ...was, showsMask: false })}
        />
      )}
      {masking?.showsShapes && (
        <ShapesView
          id={id}
          masking={masking}
          frame={frame}
          onFailed={() => setMasking((was) => was && { ...was, showsShapes: false })}
        />
      )}
      {picking && <PickerView frame={frame} picking={picking} />}
      {guide !== 'none' && <GuideLines guide={guide} frame={frame} />}
      {handling && hasPicture && !picking && !leveling && <HandlesView handling={handling} frame={frame} />}
      {leveling && <LevelingView leveling={leveling} />}
    </>
  );
}
