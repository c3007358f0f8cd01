import type { ModuleEntry } from '../../api/modules.ts';

/** A crop that is being set on the picture. */
export interface Cropping {
  module: ModuleEntry;
  /** Stores these parameters and ends it. */
  take: (params: Record<string, number>) => void;
  leave: () => void;
}
