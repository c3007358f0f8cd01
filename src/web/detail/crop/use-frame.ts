import { useEffect, useState } from 'react';
import type { Aspect } from '../../develop-panel/computed/crop-aspect.ts';
import type { Size } from '../zoom.ts';
import { type CropFrame, fitted, keptAspect } from './crop-frame.ts';
import type { Cropping } from './cropping.ts';

const share = (value: unknown, otherwise: number) => (typeof value === 'number' ? value : otherwise);

/** The frame of a crop as it is stored, fitted to a new aspect once the picture's size is known. */
export function useFrame({ module, aspect, fit }: Cropping, size: Size | null) {
  const { cx, cy, cw, ch } = module.params ?? {};
  const [frame, setFrame] = useState<CropFrame>({
    left: share(cx, 0),
    top: share(cy, 0),
    right: share(cw, 1),
    bottom: share(ch, 1),
  });
  const ratio = size && ratioIn(size, aspect);
  useEffect(() => {
    if (!size || !fit || ratio === null) return;
    const keepsWidth = fit === 'chosen' || aspect.ratio_d < 0 === size.width >= size.height;
    setFrame((from) => fitted(from, ratio, keepsWidth ? 'width' : 'height'));
  }, [size, fit, aspect, ratio]);
  return { frame, setFrame, ratio };
}

/** The aspect that is kept, in shares of the picture's sides; null: freehand. */
function ratioIn(size: Size, aspect: Aspect): number | null {
  const kept = keptAspect(aspect, size);
  return kept === null ? null : (kept * size.height) / size.width;
}
