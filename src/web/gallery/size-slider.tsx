import { Grid2x2, Grid3x3 } from 'lucide-react';
import { t } from '../i18n/words.ts';
import { useIsPhone } from '../ui/phone.ts';
import { setPerRow, usePerRow } from './per-row.ts';
import { LARGEST, setPictureHeight, SMALLEST, usePictureHeight } from './picture-size.ts';
import { FEWEST, MOST } from './pinched-to.ts';
import controls from '../ui/controls.module.css';
import styles from './size-slider.module.css';

/** The size of the grid's pictures; on a phone, how many a row has. */
export function SizeSlider() {
  const height = usePictureHeight(innerWidth);
  const perRow = usePerRow();
  const isPhone = useIsPhone();
  return (
    <div className={styles.slider}>
      <Grid3x3 size={15} aria-hidden />
      <input
        type="range"
        name="size"
        className={controls.range}
        aria-label={t('menu.size')}
        {...(isPhone
          ? // Larger pictures, and so fewer, are at the right.
            { min: -MOST, max: -FEWEST, value: -perRow, 'aria-valuetext': t('menu.perRow', { count: perRow }) }
          : { min: SMALLEST, max: LARGEST, step: 5, value: height })}
        onChange={({ target }) => (isPhone ? setPerRow(-Number(target.value)) : setPictureHeight(Number(target.value)))}
      />
      <Grid2x2 size={17} aria-hidden />
    </div>
  );
}
