import { Suspense, useEffect, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { postponedQuery } from '../../api/postponed.ts';
import { useWhyNot } from '../../api/rights.ts';
import { lateExtra } from '../../ui/late-part.tsx';

const PostponedButton = lateExtra(async () => (await import('./postponed-button.tsx')).PostponedButton);

/** How many edits and rejects wait for darktable, and whether some edits did not get onto all pictures. Tells once how each has ended. */
export function PostponedChip() {
  const whyNot = useWhyNot('images:read');
  const { data } = useQuery({ ...postponedQuery, enabled: whyNot === null });
  const { items = [], rejects = null } = data ?? {};
  const hasEnded = items.some(({ state }) => state === 'ended');
  useEffect(() => {
    if (hasEnded) void import('./tell-ended.ts').then(({ tellEnded }) => tellEnded(data?.items ?? []));
  }, [data, hasEnded]);
  // Its dialog may still be open when nothing waits any more.
  const [isWanted, setWanted] = useState(false);
  if (!isWanted && (items.length > 0 || rejects !== null)) setWanted(true);
  return isWanted ? (
    <Suspense fallback={null}>
      <PostponedButton {...{ items, rejects }} />
    </Suspense>
  ) : null;
}
