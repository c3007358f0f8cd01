import { type PointerEvent, useRef } from 'react';
import { BANDS, equalizerCurve, pulledEqualizer } from '../../../develop-panel/computed/equalizer-curve.ts';
import type { Known } from '../../../develop-panel/computed/computed-control.ts';
import { t } from '../../../i18n/words.ts';
import { useLock } from '../../../ui/lock.tsx';
import type { Changes } from '../controls/module-values.ts';
import { CurvePicture, type Drawn, EDGE, HEIGHT, toX, toY, WIDTH } from './curve-picture.tsx';
import styles from './drawing.module.css';

/** The graph shows changes from -2 to +2 EV. */
const HEIGHT_EV = 4;
const height = (change: number) => change / HEIGHT_EV + 0.5;

interface Props {
  /** What is stored, or as the hand holds it. */
  stored: Known;
  /** What is stored. */
  still: Known;
  move: (changes: Changes | null) => void;
  change: (changes: Changes) => void;
}

/** tone equalizer's curve, pulled up and down as in darktable. By keys there are the sliders. A finger pulls the dots and scrolls elsewhere. */
export function EqualizerDrawing({ stored, still, move, change }: Props) {
  const { isLocked } = useLock();
  const held = useRef<{ exposure: number; from: number; last: Changes | null; before: Known } | null>(null);
  const curve = equalizerCurve(stored);
  if (!curve) return null;
  const drawn: Drawn = {
    at: (x) => height(curve.at(x * 8 - 8)),
    dots: curve.bands.map(({ exposure, change: by }) => ({ x: exposure / 8 + 1, y: height(by) })),
    grid: { across: 8, up: 4 },
    neutral: [0.5, 0.5],
  };
  const onPointerDown = (event: PointerEvent<SVGSVGElement>) => {
    const target = (event.target as Element).closest('[data-dot]');
    if (isLocked || event.button !== 0 || (event.pointerType === 'touch' && !target)) return;
    event.preventDefault();
    event.currentTarget.setPointerCapture(event.pointerId);
    const { left, width } = event.currentTarget.getBoundingClientRect();
    const share = (((event.clientX - left) / width) * WIDTH - EDGE) / (WIDTH - 2 * EDGE);
    const exposure = Math.min(0, Math.max(-8, share * 8 - 8));
    const before = Object.fromEntries(BANDS.map((field) => [field, still(field)]));
    held.current = { exposure, from: event.clientY, last: null, before: (field) => before[field] ?? still(field) };
  };
  const onPointerMove = (event: PointerEvent<SVGSVGElement>) => {
    const hand = held.current;
    if (!hand) return;
    const inside = event.currentTarget.getBoundingClientRect().height * ((HEIGHT - 2 * EDGE) / HEIGHT);
    const offset = ((hand.from - event.clientY) / inside) * HEIGHT_EV;
    hand.last = pulledEqualizer(hand.before, hand.exposure, offset);
    move(hand.last);
  };
  const onPointerUp = () => {
    const last = held.current?.last;
    held.current = null;
    if (last) change(last);
  };
  const onPointerCancel = () => {
    held.current = null;
    move(null);
  };
  return (
    <CurvePicture
      drawn={drawn}
      label={t('develop.curveAlone')}
      data-pulled
      {...{ onPointerDown, onPointerMove, onPointerUp, onPointerCancel }}
    >
      {drawn.dots.map(({ x, y }) => (
        <circle key={x} data-dot className={styles.reach} cx={toX(x)} cy={toY(y)} r={16} />
      ))}
    </CurvePicture>
  );
}
