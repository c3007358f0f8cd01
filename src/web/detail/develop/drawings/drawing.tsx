import type { Known } from '../../../develop-panel/computed/computed-control.ts';
import { useModuleValues } from '../controls/module-values.ts';
import { EqualizerDrawing } from './equalizer-drawing.tsx';
import { FilmicDrawing } from './filmic-drawing.tsx';

/** What a module draws of its sliders. */
export function Drawing({ operation, stored }: { operation: string; stored: Known }) {
  const { stored: still, move, change } = useModuleValues();
  if (operation === 'filmicrgb') return <FilmicDrawing stored={stored} />;
  return operation === 'toneequal' ? <EqualizerDrawing {...{ stored, still, move, change }} /> : null;
}
