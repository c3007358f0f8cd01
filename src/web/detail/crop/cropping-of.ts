import type { ModuleEntry } from '../../api/modules.ts';
import { aspectOf } from '../../develop-panel/computed/crop-aspect.ts';
import type { ModuleContext } from '../develop/modules/module-context.ts';
import type { Cropping } from './cropping.ts';

/** A crop as it is stored, to be set on the picture. */
export function croppingOf(module: ModuleEntry, { looks, edits }: Pick<ModuleContext, 'looks' | 'edits'>): Cropping {
  const leave = () => looks.setCropping(null);
  return {
    module,
    aspect: aspectOf(module.params),
    fit: null,
    leave,
    take: (params) => {
      leave();
      edits.edit(module, { params, ...(!module.enabled && { enabled: true }) });
    },
  };
}
