import { blendLayoutOf } from '../../darktable/layouts.ts';
import { groupMembers, membersIn } from '../../darktable/mask-groups.ts';
import type { Row } from '../writing/row-changes.ts';

/** Of a set of shapes (rows of `masks_history`), those that the blending of these steps uses, groups with their members. */
export function usedShapes(steps: readonly Row[], shapes: readonly Row[]): Row[] {
  if (shapes.length === 0) return [];
  const byId = new Map(shapes.map((row) => [Number(row.formid), row]));
  const used = new Set<Row>();
  const use = (id: number) => {
    const shape = byId.get(id);
    if (!shape || used.has(shape)) return;
    used.add(shape);
    for (const member of membersOf(shape)) use(member);
  };
  for (const step of steps) use(maskOf(step));
  return shapes.filter((row) => used.has(row));
}

/**
 * A copy of a step for another instance, which has a group of its own with the same shapes, as in darktable; and the group. null: the step has no
 * drawn mask.
 */
export function withGroupOfItsOwn(step: Row, shapes: readonly Row[]): { step: Row; group: Row } | null {
  const group = shapes.find((row) => Number(row.formid) === maskOf(step));
  if (!group) return null;
  const id = nextShapeId(shapes);
  const masked = withMask(step, id);
  const points = membersIn(id, group.points as Buffer);
  return masked && { step: masked, group: { ...group, formid: BigInt(id), points } };
}

/** Above those of all shapes there are. */
export const nextShapeId = (shapes: readonly Row[]): number => Math.max(...shapes.map((row) => Number(row.formid))) + 1;

/** A step that is masked with the group `id`, whether its mask is on or not. null: its blending is of a version that is not known. */
export function withMask(step: Row, id: number): Row | null {
  const layout = blendLayoutOf(Number(step.blendop_version ?? 0n));
  const place = layout?.fields.find(({ name }) => name === 'mask_id')?.offset;
  const stored = step.blendop_params;
  if (place === undefined || !(stored instanceof Uint8Array) || stored.length !== layout!.size) return null;
  const blending = Buffer.from(stored);
  blending.writeInt32LE(id, place);
  return { ...step, blendop_params: blending };
}

/** The id of the group of shapes that a step is masked with; 0 for none. */
export function maskOf({ blendop_params: blob, blendop_version: version }: Row): number {
  const layout = blendLayoutOf(Number(version ?? 0n));
  if (!layout || !Buffer.isBuffer(blob) || blob.length !== layout.size) return 0;
  const place = layout.fields.find(({ name }) => name === 'mask_id')?.offset;
  return place === undefined ? 0 : blob.readInt32LE(place);
}

const membersOf = ({ form, points, points_count: count }: Row): number[] =>
  groupMembers(Number(form), points instanceof Uint8Array ? points : null, Number(count)).map(({ id }) => id);

/** darktable's blend.h: the drawn mask counts. */
const DRAWN = 1 << 1;

/** A step without its drawn mask; the very same step if it has none, or if its blending is of a version that is not known. */
export function withoutDrawnMask(step: Row): Row {
  const { blendop_params: blob, blendop_version: version } = step;
  if (maskOf(step) === 0 || !Buffer.isBuffer(blob)) return step;
  const fields = blendLayoutOf(Number(version))!.fields;
  const [id, mode] = ['mask_id', 'mask_mode'].map((name) => fields.find((field) => field.name === name)?.offset);
  if (id === undefined || mode === undefined) return step;
  const bare = Buffer.from(blob);
  bare.writeInt32LE(0, id);
  bare.writeUInt32LE((bare.readUInt32LE(mode) & ~DRAWN) >>> 0, mode);
  return { ...step, blendop_params: bare };
}
