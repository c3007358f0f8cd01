import { type ReactNode, Suspense, useState } from 'react';
import { useWhyNot } from '../api/rights.ts';
import { lateExtra } from '../ui/late-part.tsx';

const SharePictures = lateExtra(async () => (await import('./share-pictures.tsx')).SharePictures);

interface Props {
  className: string | undefined;
  label: string;
  children: ReactNode;
  /** The pictures that are meant, when it is pressed. */
  ids: () => readonly number[];
}

/** Makes a link for guests. */
export function ShareButton({ className, label, children, ids }: Props) {
  const [shared, setShared] = useState<readonly number[] | null>(null);
  if (useWhyNot('proofing:manage') !== null) return null;
  return (
    <>
      <button type="button" className={className} aria-label={label} title={label} onClick={() => setShared(ids())}>
        {children}
      </button>
      {shared && (
        <Suspense fallback={null}>
          <SharePictures ids={shared} onClose={() => setShared(null)} />
        </Suspense>
      )}
    </>
  );
}
