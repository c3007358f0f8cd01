import type { ReactNode, SVGProps } from 'react';
import styles from './drawing.module.css';

/** A drawing in shares of its sides, from the left and the bottom. */
export interface Drawn {
  at: (x: number) => number;
  dots: { x: number; y: number; isMiddle?: boolean }[];
  /** How many parts the lines behind divide it into. */
  grid: { across: number; up: number };
  /** Where a straight line says that nothing changes: from left to right. null: none. */
  neutral: [from: number, to: number] | null;
}

export const [WIDTH, HEIGHT, EDGE] = [320, 160, 6];
const SAMPLES = 160;
export const toX = (x: number) => (EDGE + x * (WIDTH - 2 * EDGE)).toFixed(2);
export const toY = (y: number) => (EDGE + (1 - y) * (HEIGHT - 2 * EDGE)).toFixed(2);

/** A curve with its dots on a grid. */
export function CurvePicture({
  drawn: { at, dots, grid, neutral },
  label,
  children,
  ...rest
}: { drawn: Drawn; label: string; children?: ReactNode } & SVGProps<SVGSVGElement>) {
  const samples = Array.from({ length: SAMPLES + 1 }, (_, index) => index / SAMPLES);
  const share = (parts: number) => Array.from({ length: parts + 1 }, (_, index) => index / parts);
  return (
    <svg className={styles.drawing} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} role="img" aria-label={label} {...rest}>
      <g className={styles.grid}>
        {share(grid.across).map((x) => (
          <path key={`x ${x}`} d={`M${toX(x)} ${toY(0)}V${toY(1)}`} />
        ))}
        {share(grid.up).map((y) => (
          <path key={`y ${y}`} d={`M${toX(0)} ${toY(y)}H${toX(1)}`} />
        ))}
        {neutral && <path d={`M${toX(0)} ${toY(neutral[0])}L${toX(1)} ${toY(neutral[1])}`} />}
      </g>
      <path className={styles.line} d={`M${samples.map((x) => `${toX(x)} ${toY(at(x))}`).join('L')}`} />
      {dots.map(({ x, y, isMiddle }) => (
        <circle key={x} className={isMiddle ? styles.middle : styles.dot} cx={toX(x)} cy={toY(y)} r={4} />
      ))}
      {children}
    </svg>
  );
}
