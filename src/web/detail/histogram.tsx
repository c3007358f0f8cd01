import { useEffect, useState } from 'react';
import { t } from '../i18n/words.ts';
import { binsOf, histogramPath, type Histogram as Bins } from './histogram-bins.ts';
import styles from './histogram.module.css';

const SAMPLE_WIDTH = 320;
const WIDTH = 256;
const HEIGHT = 88;

/** The distribution of red, green and blue brightness in the shown preview. */
export function Histogram({ blob }: { blob: Blob | null }) {
  const [bins, setBins] = useState<Bins | null>(null);
  useEffect(() => {
    let isOver = false;
    if (!blob) return;
    void countColors(blob).then((counted) => {
      if (!isOver) setBins(counted);
    });
    return () => {
      isOver = true;
    };
  }, [blob]);

  return (
    <svg
      className={styles.histogram}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={t('detail.histogram')}
    >
      {[64, 128, 192].map((x) => (
        <path key={x} d={`M${x} 0V${HEIGHT}`} className={styles.grid} />
      ))}
      {bins &&
        (['red', 'green', 'blue'] as const).map((channel) => (
          <path key={channel} className={styles[channel]} d={histogramPath(bins[channel], WIDTH, HEIGHT)} />
        ))}
    </svg>
  );
}

async function countColors(blob: Blob): Promise<Bins | null> {
  const picture = await createImageBitmap(blob, { resizeWidth: SAMPLE_WIDTH, resizeQuality: 'low' }).catch(() => null);
  const canvas = document.createElement('canvas');
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!picture || !context) return null;
  canvas.width = picture.width;
  canvas.height = picture.height;
  context.drawImage(picture, 0, 0);
  picture.close();
  return binsOf(context.getImageData(0, 0, canvas.width, canvas.height).data);
}
