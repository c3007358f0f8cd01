import { type CSSProperties, type KeyboardEvent, type PointerEvent, useRef } from 'react';
import { useLock } from '../../../ui/lock.tsx';
import { useDraft } from '../use-draft.ts';
import { stepsOfKey } from '../controls/steps.ts';
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

/** darktable's slider with four handles: the outer two, where the range ends, lie below the bar, the inner two above it. */
export function RangeSlider({ value, name, handles, written, colors, onMove, onStore }: Props) {
  const { isLocked, lockedBy } = useLock();
  const bar = useRef<HTMLDivElement>(null);
  /** `held`: the index of the handle. */
  const { now, held, show, store, storeSoon, giveUp } = useDraft<Four, number>({
    stored: value,
    isSame: (one, other) => one.join() === other.join(),
    onStore,
    onMove,
  });
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
    store(now);
  };
  const onPointerCancel = () => {
    held.current = null;
    giveUp();
  };
  const onKeyDown = (at: number) => (event: KeyboardEvent) => {
    const steps = stepsOfKey(event);
    if (steps === null || isLocked) return;
    event.preventDefault();
    storeSoon(withHandle(now, at, itemAt(now, at) + steps * STEP));
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
