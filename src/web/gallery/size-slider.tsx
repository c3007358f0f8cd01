import { Grid2x2, Grid3x3 } from 'lucide-react';
import { t } from '../i18n/words.ts';
import { LARGEST, setPictureHeight, SMALLEST, usePictureHeight } from './picture-size.ts';
import controls from '../ui/controls.module.css';
import styles from './size-slider.module.css';

/** The size of the grid's pictures. */
export function SizeSlider() {
  const height = usePictureHeight(innerWidth);
  return (
    <div className={styles.slider}>
      <Grid3x3 size={15} aria-hidden />
      <input
        type="range"
        name="size"
        className={controls.range}
        aria-label={t('menu.size')}
        min={SMALLEST}
        max={LARGEST}
        step={5}
        value={height}
        onChange={({ target }) => setPictureHeight(Number(target.value))}
      />
      <Grid2x2 size={17} aria-hidden />
    </div>
  );
}
