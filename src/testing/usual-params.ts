import { layoutOf } from '../darktable/layouts.ts';
import { withoutLimits } from '../darktable/with-limits.ts';
import { paramElements } from '../darktable/param-elements.ts';
import { patchParams } from '../darktable/params-patch.ts';

/** Parameters by the defaults of a layout, where it tells any; lines from corner to corner where there are curves to add points to. */
export function usualParams(operation: string, version: number): Uint8Array {
  const layout = layoutOf(operation, version)!;
  const blob = new Uint8Array(layout.size);
  const view = new DataView(blob.buffer);
  for (const elements of paramElements(layout).values()) {
    for (const { field, at } of elements) {
      if (typeof field.default !== 'number') continue;
      if (field.type === 'f32') view.setFloat32(at, field.default, true);
      else if (['i32', 'u32', 'enum', 'bool32'].includes(field.type)) view.setInt32(at, field.default, true);
    }
  }
  const counted = layout.rules.find((rule) => rule.rule === 'ascending' && rule.used !== undefined);
  if (counted?.rule !== 'ascending') return blob;
  const curve = counted.field.replace(/\.x$/, '');
  const lines = [0, 1, 2].flatMap((channel) => [
    [`${counted.used}[${channel}]`, 2],
    [`${curve}[${channel}][0]`, { x: 0, y: 0 }],
    [`${curve}[${channel}][1]`, { x: 1, y: 1 }],
  ]);
  return patchParams(withoutLimits(layout), blob, Object.fromEntries(lines) as Record<string, unknown>).blob!;
}
