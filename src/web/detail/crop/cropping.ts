import type { ModuleEntry } from '../../api/modules.ts';
import { type Aspect, aspectOf } from '../../develop-panel/computed/crop-aspect.ts';
import type { ModuleContext } from '../develop/modules/module-context.ts';

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

/** A crop as it is stored, to be set on the picture. */
export function croppingOf(module: ModuleEntry, { looks, edits }: Pick<ModuleContext, 'looks' | 'edits'>): Cropping {
  const leave = () => looks.setCropping(null);
  return {
    ...{ module, aspect: aspectOf(module.params), fit: null, leave },
    take: (params) => {
      leave();
      edits.edit(module, { params, ...(!module.enabled && { enabled: true }) });
    },
  };
}
