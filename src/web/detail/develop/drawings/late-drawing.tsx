import { lazy, Suspense } from 'react';
import { useModuleValues } from '../controls/module-values.ts';
import styles from './late-drawing.module.css';

const Drawing = lazy(async () => ({ default: (await import('./drawing.tsx')).Drawing }));

/** Modules whose drawing shows what their sliders do. */
const OF_SLIDERS: readonly string[] = ['filmicrgb', 'toneequal'];
export const hasDrawing = (operation: string): boolean => OF_SLIDERS.includes(operation);

/** Only few modules have one, so its part of the page is loaded with the first. */
export function LateDrawing() {
  const { operation, stored, held } = useModuleValues();
  return (
    <div className={styles.room}>
      <Suspense>
        <Drawing operation={operation} stored={(field) => held[field] ?? stored(field)} />
      </Suspense>
    </div>
  );
}
