import { Suspense } from 'react';
import type { Rendering } from '../../contract/rendering.ts';
import { useRendering } from '../api/rendering.ts';
import { useWhyNot } from '../api/rights.ts';
import { renderingWords } from '../i18n/words.ts';
import { lateExtra } from '../ui/late-part.tsx';
import styles from './who-renders.module.css';

const MendButton = lateExtra(async () => (await import('./mend-button.tsx')).MendButton);

/** Who renders, in one sentence; where nobody does, with the button that mends it. `of`: if omitted, now. */
export function WhoRenders({ of, isPrimary = false }: { of?: Rendering; isPrimary?: boolean }) {
  const now = useRendering();
  const noSettings = useWhyNot('admin');
  const rendering = of ?? now;
  if (!rendering) return null;
  return (
    <>
      <span>{renderingWords(rendering)}</span>{' '}
      {!rendering.is_rendering && noSettings === null && (
        <span className={styles.mend}>
          <Suspense>
            <MendButton rendering={rendering} isPrimary={isPrimary} />
          </Suspense>
        </span>
      )}
    </>
  );
}
