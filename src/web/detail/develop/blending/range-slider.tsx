import { type CSSProperties, type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react';
import { useLock } from '../../../ui/lock.tsx';
import { scaleOf } from '../controls/steps.ts';
import { itemAt } from '../../../item-at.ts';
import styles from './range-slider.module.css';

export type Four = [number, number, number, number];

interface Props {
  value: Four;
  /** What the channel is called, for those who do not see it. */
  name: string;
  handles: readonly [string, string, string, string];
  written: (share: number) => string;
  /** The colors of the bar. */
  colors: string;
  /** While the hand moves; null: it has given up. */
  onMove: (value: Four | null) => void;
  onStore: (value: Four) => void;
}

const STEP = 0.01;
/** Keys are stored once they rest for this long. */
const REST_MS = 350;

/** darktable's slider with four handles: the outer two, where the range ends, lie below the bar, the inner two above it. */
export function RangeSlider({ value, name, handles, written, colors, onMove, onStore }: Props) {
  const { isLocked, lockedBy } = useLock();
  const bar = useRef<HTMLDivElement>(null);
  const [moved, setMoved] = useState<Four | null>(null);
  const held = useRef<number | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const stored = String(value);
  useEffect(() => setMoved(null), [stored]);
  useEffect(() => () => clearTimeout(timer.current), []);
  const now = moved ?? value;
  const show = (next: Four) => {
    setMoved(next);
    onMove(next);
  };
  const onPointerDown = (at: number) => (event: PointerEvent<HTMLElement>) => {
    if (isLocked || event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    held.current = at;
  };
  const onPointerMove = ({ clientX }: PointerEvent) => {
    if (held.current === null || !bar.current) return;
    const { left, width } = bar.current.getBoundingClientRect();
    show(withHandle(now, held.current, (clientX - left) / width));
  };
  const onPointerUp = () => {
    if (held.current === null) return;
    held.current = null;
    if (moved) onStore(moved);
  };
  const onPointerCancel = () => {
    held.current = null;
    setMoved(null);
    onMove(null);
  };
  const onKeyDown = (at: number) => (event: KeyboardEvent) => {
    const way = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1 }[event.key];
    if (way === undefined || isLocked) return;
    event.preventDefault();
    const next = withHandle(now, at, itemAt(now, at) + way * STEP * scaleOf(event));
    show(next);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => onStore(next), REST_MS);
  };
  return (
    <div className={styles.range} role="group" aria-label={name}>
      <div ref={bar} className={styles.bar} style={{ '--colors': colors, ...shadeOf(now) } as CSSProperties}>
        {now.map((share, at) => (
          <button
            key={at}
            type="button"
            role="slider"
            className={styles.handle}
            data-handle={at === 1 || at === 2 ? 'inner' : 'outer'}
            style={{ left: `${share * 100}%` }}
            aria-label={`${name}, ${handles[at]}`}
            aria-valuemin={0}
            aria-valuemax={1}
            aria-valuenow={share}
            aria-valuetext={written(share)}
            {...lockedBy}
            onPointerDown={onPointerDown(at)}
            onKeyDown={onKeyDown(at)}
            {...{ onPointerMove, onPointerUp, onPointerCancel }}
          />
        ))}
      </div>
    </div>
  );
}

const shadeOf = ([none, from, to, end]: Four) => ({
  '--none': `${none * 100}%`,
  '--from': `${from * 100}%`,
  '--to': `${to * 100}%`,
  '--end': `${end * 100}%`,
});

/** A handle moved to a place; the others give way. */
export function withHandle(four: Four, at: number, to: number): Four {
  const place = Math.round(Math.max(0, Math.min(1, to)) * 10_000) / 10_000;
  return four.map((share, k) => (k === at ? place : k < at ? Math.min(share, place) : Math.max(share, place))) as Four;
}
