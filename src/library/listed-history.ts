interface Numbered {
  /** In a row of the library. */
  readonly num?: unknown;
}

interface Listed<Step, Mask> {
  end: number;
  steps: readonly Step[];
  masks: readonly Mask[];
}

/**
 * [Note: The end of a history] darktable counts images.history_end in steps, the oldest first, whatever numbers they have (develop.c,
 * dt_dev_read_history_ext): a history may have gaps, from a sidecar or a paste that left some out, and darktable closes them when it stores it next.
 * So every reader numbers the steps as they are counted, and the sets of masks along with the steps they came with. Then those with a number below the
 * end are in force. `steps` are in the library's order.
 */
export function listed<Step extends Numbered, Mask extends Numbered>({ end, steps, masks }: Listed<Step, Mask>) {
  const numbers = steps.map(({ num }) => Number(num));
  const placeOf = (mask: Mask) => numbers.filter((num) => num < Number(mask.num)).length;
  return {
    end: Math.min(end, steps.length),
    steps: steps.map((step, at) => numbered(step, at)),
    masks: masks.map((mask) => numbered(mask, placeOf(mask))),
  };
}

const numbered = <One extends Numbered>(one: One, num: number): One =>
  Number(one.num) === num ? one : { ...one, num: typeof one.num === 'bigint' ? BigInt(num) : num };

/** Of listed steps or masks, those that count. */
export const inForce = <One extends Numbered>(rows: readonly One[], end: number): One[] =>
  rows.filter(({ num }) => Number(num) < end);
