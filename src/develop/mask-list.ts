import type { MaskShape } from '../contract/masks.ts';
import { blendLayoutOf } from '../darktable/layouts.ts';
import { groupMembers, isSourceShape, kindOfShape } from '../darktable/mask-groups.ts';
import { shapeTools } from '../darktable/shape-tools.ts';
import { decodeParams } from '../darktable/params-decode.ts';
import type { DevelopState, DevelopStep } from '../library/develop-state.ts';

/** DEVELOP_MASK_MASK: the drawn mask counts. */
const DRAWN = 2;

/** The drawn shapes that are in force at the end of a history, in darktable's order, with the modules that use them. */
export function masksInForce({ history, masks }: Pick<DevelopState, 'history' | 'masks'>): MaskShape[] {
  const newest = Math.max(-1, ...masks.map(({ num }) => num));
  const uses = usesOf(history);
  // By the newest step of each instance: later ones win.
  const tools = new Map(history.flatMap((step) => [...shapeTools(step)]));
  return masks
    .filter(({ num }) => num === newest)
    .map(({ id, type, name, points, count }) => ({
      id,
      kind: kindOfShape(type),
      name,
      is_source: isSourceShape(type),
      tool: tools.get(id) ?? null,
      points: count,
      members: groupMembers(type, points, count),
      used_by: uses.get(id) ?? [],
    }));
}

/** By the shape that they are masked with: the instances, by their newest step. */
function usesOf(history: readonly DevelopStep[]): Map<number, MaskShape['used_by']> {
  const newest = new Map(history.map((step) => [`${step.operation} ${step.priority}`, step]));
  const uses = new Map<number, MaskShape['used_by']>();
  for (const step of newest.values()) {
    const layout = blendLayoutOf(step.blendVersion);
    if (!layout || step.blendParams?.length !== layout.size) continue;
    const { mask_id: id, mask_mode: mode } = decodeParams(layout, step.blendParams);
    if (typeof id !== 'number' || id === 0) continue;
    const use = {
      operation: step.operation,
      instance: step.priority,
      is_on: (Number(mode ?? 0) & (1 | DRAWN)) === (1 | DRAWN),
    };
    uses.set(id, [...(uses.get(id) ?? []), use]);
  }
  return uses;
}
