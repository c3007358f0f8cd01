import { number } from '../../i18n/words.ts';
import { useModuleValues } from '../develop/controls/module-values.ts';
import { SPOT_INPUT } from './spot.ts';
import styles from './spot-row.module.css';

/** The lightness of the area that was picked, and how gray that is. */
export function SpotRow() {
  const { position } = useModuleValues();
  const lightness = position(SPOT_INPUT);
  const isKnown = lightness !== undefined;
  return (
    <p className={styles.spot}>
      {isKnown && <span style={{ background: `lab(${lightness}% 0 0)` }} aria-hidden />}L{' '}
      {isKnown ? `${number(lightness, { minimumFractionDigits: 1, maximumFractionDigits: 1 })}%` : '–'}
    </p>
  );
}
