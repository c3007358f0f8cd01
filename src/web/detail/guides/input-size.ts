import { storedAt } from '../../../contract/stored-values.ts';
import type { ImageRecord } from '../../../contract/image-record.ts';
import type { ModuleEntry } from '../../api/modules.ts';
import type { Size } from '../../develop-panel/computed/perspective/perspective.ts';

/** They turn or stretch the pixels of some sensors before. */
const CHANGES_THE_SIZE = ['rotatepixels', 'scalepixels'];

/**
 * The size of the picture that reaches rotate and perspective, before it is turned upright: that of the file, without the borders that raw black/white
 * point cuts off. undefined: not known.
 */
export function inputSizeOf(
  { width, height }: Pick<ImageRecord, 'width' | 'height'>,
  modules: readonly Pick<ModuleEntry, 'operation' | 'enabled' | 'params' | 'fields'>[],
): Size | undefined {
  const isOn = (names: readonly string[]) =>
    modules.filter(({ operation, enabled }) => enabled && names.includes(operation));
  if (!width || !height || isOn(CHANGES_THE_SIZE).length > 0) return undefined;
  const [raw] = isOn(['rawprepare']);
  const cut = (...names: string[]) =>
    names.reduce((sum, name) => sum + ((raw?.params && raw.fields && storedAt(raw.params, raw.fields, name)) ?? 0), 0);
  // Version 1 called the right and the lower one width and height.
  const size = {
    width: width - cut('left', 'right', 'x', 'width'),
    height: height - cut('top', 'bottom', 'y', 'height'),
  };
  return size.width > 0 && size.height > 0 ? size : undefined;
}
