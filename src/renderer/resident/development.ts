import { createHash } from 'node:crypto';
import type { DevelopMask, DevelopState, DevelopStep } from '../../library/develop-state.ts';
import { developXmp } from '../xmp.ts';
import type { Development, Step } from './protocol.ts';

/** The development of an image for the resident darktable. */
export function developmentOf(state: DevelopState): Development {
  const named = withMasksNamedByContent(state);
  const { history, masks, order, isComplete } = named ?? state;
  return {
    xmp: developXmp(named ?? state),
    steps: history.map(protocolStep),
    apartFromParams: digest({
      ...(named ?? state),
      history: history.map(({ params: _params, ...step }) => step),
    }).toString('base64'),
    order: JSON.stringify(order),
    isComplete,
    uncached: named === null ? digest(masks).toString('hex') : '',
  };
}

const protocolStep = (step: DevelopStep): Step => ({
  place: `${step.operation} ${step.priority}`,
  content: contentOf(step),
  operation: step.operation,
  version: step.module,
  params: step.params && Buffer.from(step.params).toString('base64'),
});

const contentOf = ({ num: _num, ...step }: DevelopStep) => digest(step).toString('base64');

const digest = (value: unknown) =>
  createHash('sha1')
    .update(
      JSON.stringify(value, (_key, part: unknown) =>
        part instanceof Uint8Array ? Buffer.from(part).toString('base64') : part,
      ),
    )
    .digest();

/**
 * darktable's cache of pixels knows a mask by its number only, so a moved one would show the old picture. Here a mask's number is made of
 * its content, and a group's of that of its members. null: this history uses masks in ways in which they cannot be renumbered.
 */
function withMasksNamedByContent(state: DevelopState): DevelopState | null {
  if (state.masks.length === 0) return state;
  if (state.history.some(usesMasksOtherwise)) return null;
  const lastOf = new Map(state.masks.map((mask) => [mask.id, mask]));
  const numbers = new Map<number, number>();
  const numberOf = (id: number, within: readonly number[] = []): number => {
    const mask = lastOf.get(id);
    // A broken group may name a mask that does not exist, or itself.
    if (!mask || within.includes(id)) return id;
    const known = numbers.get(id);
    if (known !== undefined) return known;
    const { num: _num, id: _id, points, ...rest } = mask;
    const members = isGroup(mask) ? withMembers(points, (member) => numberOf(member, [...within, id]), 0) : points;
    // A positive number of 31 bits; small ones are left to darktable.
    const number = (digest({ ...rest, points: members }).readUInt32BE(0) & 0x7fff_ffff) | 0x100_0000;
    numbers.set(id, number);
    return number;
  };
  const masks = state.masks.map((mask) => {
    const id = numberOf(mask.id);
    return {
      ...mask,
      id,
      points: isGroup(mask) ? withMembers(mask.points, (member) => numberOf(member), id) : mask.points,
    };
  });
  const history = state.history.map((step) => {
    const used = maskOf(step);
    if (used === 0) return step;
    const blendParams = Buffer.from(step.blendParams!);
    blendParams.writeInt32LE(numberOf(used), MASK_ID);
    return { ...step, blendParams };
  });
  return { ...state, masks, history };
}

/** DT_MASKS_GROUP in darktable's masks.h. */
const GROUP = 4;
const isGroup = ({ type }: DevelopMask) => (type & GROUP) !== 0;

/** A member of a group (dt_masks_point_group_t): its number, the group's number, a state and an opacity. */
const MEMBER_BYTES = 16;

function withMembers(points: Uint8Array | null, numberOf: (id: number) => number, group: number): Uint8Array | null {
  if (points === null) return null;
  const changed = Buffer.from(points);
  for (let at = 0; at + MEMBER_BYTES <= changed.length; at += MEMBER_BYTES) {
    changed.writeInt32LE(numberOf(changed.readInt32LE(at)), at);
    changed.writeInt32LE(group, at + 4);
  }
  return changed;
}

/** The mask's number in dt_develop_blend_params_t, at the same place in these versions (blend.h, 4.2.1 to 5.4.1). */
const MASK_ID = 24;
const KNOWN_BLEND_VERSIONS = [9, 10, 11, 12, 13, 14];
const knowsBlending = ({ blendVersion, blendParams }: DevelopStep) =>
  KNOWN_BLEND_VERSIONS.includes(blendVersion) && (blendParams?.length ?? 0) >= MASK_ID + 4;

const maskOf = (step: DevelopStep): number =>
  knowsBlending(step) ? Buffer.from(step.blendParams!).readInt32LE(MASK_ID) : 0;

/** These name masks in their own parameters, too. */
const MASK_MODULES = ['retouch', 'spots'];

const usesMasksOtherwise = (step: DevelopStep) =>
  MASK_MODULES.includes(step.operation) || ((step.blendParams?.length ?? 0) > 0 && !knowsBlending(step));
