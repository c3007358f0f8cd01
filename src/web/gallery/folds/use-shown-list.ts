import { useMemo } from 'react';
import type { ListParameters, Outline } from '../../api/images.ts';
import { useUnfolded } from './folds.ts';
import { useNewVersions } from './new-versions.ts';
import { groupsIn, NO_GROUPS, shownList } from './groups.ts';

/** A list as the grid shows it: with its groups folded, but for those that were unfolded. */
export function useShownList(outline: Outline | undefined, parameters: ListParameters) {
  const unfolded = useUnfolded();
  const newVersions = useNewVersions(JSON.stringify(parameters));
  const groups = useMemo(() => (outline ? groupsIn(outline) : NO_GROUPS), [outline]);
  return useMemo(
    () => outline && shownList(outline, groups, unfolded, newVersions),
    [outline, groups, unfolded, newVersions],
  );
}
