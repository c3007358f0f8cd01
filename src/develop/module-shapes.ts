import type { ShapeOnPicture } from '../contract/module-shapes.ts';
import { blendLayoutOf } from '../darktable/layouts.ts';
import { warpsOf } from '../darktable/liquify-warps.ts';
import { groupMembers, isSourceShape, kindOfShape } from '../darktable/mask-groups.ts';
import { decodeParams } from '../darktable/params-decode.ts';
import { shapeTools } from '../darktable/shape-tools.ts';
import { type Line, outlineOf, type Size } from '../darktable/shape-outlines.ts';
import type { DevelopMask, DevelopState, DevelopStep } from '../library/develop-state.ts';

type Step = Omit<DevelopStep, 'nameIsTyped'>;

/** DT_MASKS_CLONE in masks.h: it has a source. */
const CLONES = 8;
/** Groups of groups go no deeper. */
const DEEPEST = 8;

/** The shapes of a step: of its drawn mask, what retouch and spot removal mend, and liquify's warps. Places are those of the camera's picture. */
export function moduleShapes(step: Step, { masks }: Pick<DevelopState, 'masks'>, size: Size): ShapeOnPicture[] {
  const newest = Math.max(-1, ...masks.map(({ num }) => num));
  const byId = new Map(masks.filter(({ num }) => num === newest).map((mask) => [mask.id, mask]));
  const tools = shapeTools(step);
  const drawn = membersOf(byId, drawnMask(step)).flatMap(({ mask, isInverted }) => {
    const kind = kindOfShape(mask.type);
    const outline = outlineOf(kind, mask.points, mask.count, size);
    if (!kind || !outline) return [];
    const from = (mask.type & CLONES) !== 0 ? sourceOf(mask) : null;
    const tool = isSourceShape(mask.type) ? (tools.get(mask.id) ?? null) : null;
    const { lines, border, anchor } = outline;
    const by = from && ([from[0] - anchor[0], from[1] - anchor[1]] as const);
    const moved = (line: Line): Line => line.map(([x, y]) => [x + by![0], y + by![1]]);
    return {
      id: mask.id,
      kind,
      name: mask.name,
      is_inverted: isInverted,
      tool,
      lines: lines as [number, number][][],
      border: border as [number, number][][],
      source: (by ? lines.map(moved) : []) as [number, number][][],
      arrow: arrowOf(by && from, anchor),
    };
  });
  return [...drawn, ...warps(step, size)];
}

const arrowOf = (from: readonly [number, number] | null, to: readonly [number, number]): ShapeOnPicture['arrow'] =>
  from && [
    [from[0], from[1]],
    [to[0], to[1]],
  ];

function warps({ operation, params }: Step, size: Size): ShapeOnPicture[] {
  if (operation !== 'liquify' || !params) return [];
  return warpsOf(params, size).map(({ id, circle, path, from, to }) => ({
    id,
    kind: 'warp' as const,
    name: `${id + 1}`,
    is_inverted: false,
    tool: null,
    border: [],
    source: [],
    lines: [circle, path].filter((line) => line.length > 0) as [number, number][][],
    arrow: arrowOf(from, to),
  }));
}

/** The number of the group that a step is masked with; 0 for none. */
function drawnMask({ blendVersion, blendParams }: Step): number {
  const layout = blendLayoutOf(blendVersion);
  if (!layout || blendParams?.length !== layout.size) return 0;
  return Number(decodeParams(layout, blendParams).mask_id ?? 0);
}

interface Member {
  mask: DevelopMask;
  isInverted: boolean;
}

function membersOf(byId: ReadonlyMap<number, DevelopMask>, id: number, deep = 0): Member[] {
  const group = byId.get(id);
  if (!group || deep > DEEPEST) return [];
  return groupMembers(group.type, group.points, group.count).flatMap((member) => {
    const mask = byId.get(member.id);
    if (!mask) return [];
    if (kindOfShape(mask.type) === 'group') return membersOf(byId, mask.id, deep + 1);
    return [{ mask, isInverted: member.inverted }];
  });
}

function sourceOf({ source }: DevelopMask): [number, number] | null {
  if (!source || source.length < 8) return null;
  const view = new DataView(source.buffer, source.byteOffset, source.byteLength);
  return [view.getFloat32(0, true), view.getFloat32(4, true)];
}
