/** Versions by Semantic Versioning 2.0.0: https://semver.org/#spec-item-11. */

export const SEMVER =
  /^(0|[1-9]\d{0,8})\.(0|[1-9]\d{0,8})\.(0|[1-9]\d{0,8})(?:-((?:0|[1-9]\d{0,8}|\d*[A-Za-z-][\dA-Za-z-]*)(?:\.(?:0|[1-9]\d{0,8}|\d*[A-Za-z-][\dA-Za-z-]*))*))?(?:\+[\dA-Za-z-]+(?:\.[\dA-Za-z-]+)*)?$/;

/** Whether `one` is newer than `other`. A text that is no version is neither newer nor older. */
export function isNewer(one: string, other: string): boolean {
  const [left, right] = [SEMVER.exec(one), SEMVER.exec(other)];
  if (!left || !right) return false;
  for (const at of [1, 2, 3]) {
    const difference = Number(left[at]) - Number(right[at]);
    if (difference !== 0) return difference > 0;
  }
  return comparePrerelease(left[4], right[4]) > 0;
}

/** A release is newer than what led to it; numbers come before words; of two that begin alike the longer one is newer. */
function comparePrerelease(left: string | undefined, right: string | undefined): number {
  if (left === undefined || right === undefined) return Number(left === undefined) - Number(right === undefined);
  const [ours, theirs] = [left.split('.'), right.split('.')];
  for (const [at, one] of ours.entries()) {
    const other = theirs[at];
    if (other === undefined) return 1;
    if (one === other) continue;
    const [isNumber, isOtherNumber] = [/^\d+$/.test(one), /^\d+$/.test(other)];
    if (isNumber && isOtherNumber) return Number(one) - Number(other);
    if (isNumber !== isOtherNumber) return isNumber ? -1 : 1;
    return one < other ? -1 : 1;
  }
  return ours.length - theirs.length;
}
