import type { ReactNode } from 'react';
import type { PixelReadout } from '../pixels/pixel-readout.ts';
import { RgbReadout } from '../pixels/rgb-readout.tsx';
import styles from './develop-panel.module.css';

interface Props {
  histogram: ReactNode;
  previewNote: ReactNode;
  readout: PixelReadout;
  /** What is to be said of the edits; as long as that is something, it stands in place of the preview's note. */
  children?: ReactNode;
}

/** The histogram, and inside it the state of the picture and the color under the pointer: the modules get the height. */
export function DevelopHead({ histogram, previewNote, readout, children }: Props) {
  return (
    <div className={styles.head}>
      {histogram}
      <div className={styles.state}>
        <div className={styles.notes}>{children}</div>
        <div className={styles.preview}>{previewNote}</div>
      </div>
      <span className={styles.readout}>
        <RgbReadout readout={readout} />
      </span>
    </div>
  );
}
