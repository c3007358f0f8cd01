import { type Guide, guideLines } from './guides.ts';
import type { Box } from '../zoom.ts';
import styles from './guides.module.css';

/** Guides over the picture, while a module is open that has them. */
export function GuideLines({ guide, frame: { left, top, width, height } }: { guide: Guide; frame: Box }) {
  return (
    <svg className={styles.guides} style={{ left, top, width, height }} aria-hidden data-guide={guide}>
      {guideLines(guide, { width, height }).map(([x1, y1, x2, y2], at) => (
        <line key={at} {...{ x1, y1, x2, y2 }} />
      ))}
    </svg>
  );
}
