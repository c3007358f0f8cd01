import type { MaskShape, ShapeKind } from '../contract/masks.ts';

/** Bits of `masks_history.form` (darktable's masks.h, DT_MASKS_…). */
const KINDS: Record<ShapeKind, number> = { circle: 1, path: 2, group: 4, gradient: 16, ellipse: 32, brush: 64 };
/** The shape is where retouch or spot removal takes from, or what they mend without a source. */
const SOURCES = 8 | 128;
/** dt_masks_state_t. */
const INVERSE = 4;
const COMBINED = { union: 8, intersection: 16, difference: 32, exclusion: 64 } as const;
/** dt_masks_point_group_t: id, id of the group, state, opacity; 4 bytes each. */
const MEMBER_BYTES = 16;

export type GroupMember = MaskShape['members'][number];

export const kindOfShape = (form: number): ShapeKind | null =>
  (Object.keys(KINDS) as ShapeKind[]).find((kind) => (form & KINDS[kind]) !== 0) ?? null;
export const isGroup = (form: number): boolean => (form & KINDS.group) !== 0;
export const isSourceShape = (form: number): boolean => (form & SOURCES) !== 0;

/** The members of a group, as its `points` and `points_count` hold them. Empty for shapes. */
export function groupMembers(form: number, points: Uint8Array | null, count: number): GroupMember[] {
  if (!isGroup(form) || !points) return [];
  const view = new DataView(points.buffer, points.byteOffset, points.byteLength);
  const most = Math.min(count, Math.floor(points.length / MEMBER_BYTES));
  return Array.from({ length: most }, (_, place) => {
    const at = place * MEMBER_BYTES;
    const state = view.getInt32(at + 8, true);
    const combined = Object.entries(COMBINED).find(([, bit]) => (state & bit) !== 0)?.[0];
    return {
      id: view.getInt32(at, true),
      inverted: (state & INVERSE) !== 0,
      opacity: view.getFloat32(at + 12, true),
      combined: (combined as keyof typeof COMBINED | undefined) ?? null,
    };
  });
}

/** `points` of members that belong to the group `id` from now on. */
export function membersIn(id: number, points: Uint8Array): Buffer {
  const own = Buffer.from(points);
  for (let at = 0; at + MEMBER_BYTES <= own.length; at += MEMBER_BYTES) own.writeInt32LE(id, at + 4);
  return own;
}

/** `points` of two groups: those of the first, then the shapes of the second that it does not have. */
export function joinedMembers(id: number, one: Uint8Array, other: Uint8Array): Buffer {
  const idAt = (points: Uint8Array, at: number) => Buffer.from(points).readInt32LE(at);
  const placesOf = (points: Uint8Array) =>
    Array.from({ length: Math.floor(points.length / MEMBER_BYTES) }, (_, place) => place * MEMBER_BYTES);
  const there = new Set(placesOf(one).map((at) => idAt(one, at)));
  const added = placesOf(other).filter((at) => !there.has(idAt(other, at)));
  return membersIn(id, Buffer.concat([one, ...added.map((at) => other.subarray(at, at + MEMBER_BYTES))]));
}
export const memberCount = (points: Uint8Array): number => Math.floor(points.length / MEMBER_BYTES);
