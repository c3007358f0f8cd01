import { useMemo } from 'react';
import type { Outline } from '../../api/images.ts';
import { useUnfolded } from './folds.ts';
import { groupsIn, NO_GROUPS, shownList } from './groups.ts';

/** A list as the grid shows it: with its groups folded, but for those that were unfolded. */
export function useShownList(outline: Outline | undefined) {
  const unfolded = useUnfolded();
  const groups = useMemo(() => (outline ? groupsIn(outline) : NO_GROUPS), [outline]);
  return useMemo(() => outline && shownList(outline, groups, unfolded), [outline, groups, unfolded]);
}
