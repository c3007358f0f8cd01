import type { ModuleEntry } from '../../api/modules.ts';
import type { Aspect } from '../../develop-panel/computed/crop-aspect.ts';

/** A crop that is being set on the picture. */
export interface Cropping {
  module: ModuleEntry;
  /** What the frame keeps. */
  aspect: Aspect;
  /** The aspect is new, so the frame is fitted to it once; null: it has it. */
  fit: 'chosen' | 'turned' | null;
  /** Stores these parameters and ends it. */
  take: (params: Record<string, number>) => void;
  leave: () => void;
}
