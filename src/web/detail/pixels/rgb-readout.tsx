import { useSyncExternalStore } from 'react';
import { t } from '../../i18n/words.ts';
import type { PixelReadout } from './pixel-readout.ts';
import styles from './picture-pixels.module.css';

/** Red, green and blue under the pointer. It follows a mouse, so it is not read out. */
export function RgbReadout({ readout }: { readout: PixelReadout }) {
  const rgb = useSyncExternalStore(readout.subscribe, readout.snapshot);
  return (
    <span className={styles.readout} title={t('detail.rgb')} aria-hidden>
      {rgb &&
        (['R', 'G', 'B'] as const).map((channel, at) => (
          <span key={channel}>
            {channel} <b>{rgb[at]}</b>{' '}
          </span>
        ))}
    </span>
  );
}
