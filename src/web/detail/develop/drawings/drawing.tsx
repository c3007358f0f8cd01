import { equalizerCurve } from '../../../develop-panel/computed/equalizer-curve.ts';
import { filmicCurve } from '../../../develop-panel/computed/filmic-curve.ts';
import type { Known } from '../../../develop-panel/computed/computed-control.ts';
import { t } from '../../../i18n/words.ts';
import styles from './drawing.module.css';

/** A drawing in shares of its sides, from the left and the bottom. */
interface Drawn {
  at: (x: number) => number;
  dots: { x: number; y: number; isMiddle?: boolean }[];
  /** How many parts the lines behind divide it into. */
  grid: { across: number; up: number };
  /** Where a straight line says that nothing changes: from left to right. */
  neutral: [from: number, to: number];
}

const [WIDTH, HEIGHT, EDGE] = [320, 160, 6];
const SAMPLES = 160;
const toX = (x: number) => (EDGE + x * (WIDTH - 2 * EDGE)).toFixed(2);
const toY = (y: number) => (EDGE + (1 - y) * (HEIGHT - 2 * EDGE)).toFixed(2);

/** What a module draws of its sliders, which are moved beside it. */
export function Drawing({ operation, stored }: { operation: string; stored: Known }) {
  const drawn = DRAWINGS[operation]?.(stored);
  if (!drawn) return null;
  const { at, dots, grid, neutral } = drawn;
  const samples = Array.from({ length: SAMPLES + 1 }, (_, index) => index / SAMPLES);
  const share = (parts: number) => Array.from({ length: parts + 1 }, (_, index) => index / parts);
  return (
    <svg className={styles.drawing} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={t('develop.curveAlone')}>
      <g className={styles.grid}>
        {share(grid.across).map((x) => (
          <path key={`x ${x}`} d={`M${toX(x)} ${toY(0)}V${toY(1)}`} />
        ))}
        {share(grid.up).map((y) => (
          <path key={`y ${y}`} d={`M${toX(0)} ${toY(y)}H${toX(1)}`} />
        ))}
        <path d={`M${toX(0)} ${toY(neutral[0])}L${toX(1)} ${toY(neutral[1])}`} />
      </g>
      <path className={styles.line} d={`M${samples.map((x) => `${toX(x)} ${toY(at(x))}`).join('L')}`} />
      {dots.map(({ x, y, isMiddle }) => (
        <circle key={x} className={isMiddle ? styles.middle : styles.dot} cx={toX(x)} cy={toY(y)} r={4} />
      ))}
    </svg>
  );
}

const DRAWINGS: Record<string, (stored: Known) => Drawn | null> = {
  filmicrgb: (stored) => {
    const curve = filmicCurve(stored);
    if (!curve) return null;
    const { at, black, gray, white } = curve;
    return { at, dots: [black, { ...gray, isMiddle: true }, white], grid: { across: 4, up: 4 }, neutral: [0, 1] };
  },
  toneequal: (stored) => {
    const curve = equalizerCurve(stored);
    if (!curve) return null;
    /** From -2 to +2 EV. */
    const height = (change: number) => change / 4 + 0.5;
    return {
      at: (x) => height(curve.at(x * 8 - 8)),
      dots: curve.bands.map(({ exposure, change }) => ({ x: exposure / 8 + 1, y: height(change) })),
      grid: { across: 8, up: 4 },
      neutral: [0.5, 0.5],
    };
  },
};
