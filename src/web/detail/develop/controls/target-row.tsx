import type { PanelControl } from '../../../../contract/panel.ts';
import { SCALE } from '../curve-scale.ts';
import { targetOf } from './is-offered.ts';
import { ModuleValuesProvider, useModuleValues } from './module-values.ts';
import { SliderRow } from './slider-row.tsx';
import styles from '../../picker/spot-row.module.css';

/** A slider that stores nothing: what a picker aims at, and how gray that is, or how a curve is drawn. */
export function TargetRow({ control }: { control: PanelControl }) {
  const values = useModuleValues();
  const label = control.label ?? '';
  const value = values.position(label) ?? targetOf(values.operation, control) ?? 0;
  const set = (changes: Record<string, number> | null) => {
    if (changes?.target !== undefined) values.setPosition(label, changes.target);
  };
  const row = (
    <ModuleValuesProvider value={{ ...values, change: set, move: label === SCALE ? set : () => undefined }}>
      <SliderRow control={control} bound={{ value, changesTo: (target) => ({ target }) }} isOff={false} />
    </ModuleValuesProvider>
  );
  if (label === SCALE) return row;
  return (
    <div className={styles.target} data-beside>
      {row}
      <span style={{ background: `lab(${value}% 0 0)` }} data-target aria-hidden />
    </div>
  );
}
