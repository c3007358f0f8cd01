import { type CSSProperties, type KeyboardEvent, type PointerEvent } from 'react';
import { number, t } from '../../../i18n/words.ts';
import { useLock } from '../../../ui/lock.tsx';
import { stepsOfKey } from '../controls/steps.ts';
import { useDraft } from '../use-draft.ts';
import { type Behind, outlineOf } from '../input-histogram.ts';
import { LEVELS, type Levels, movedLevels } from './levels.ts';
import { itemAt } from '../../../item-at.ts';
import styles from './levels-plot.module.css';

const STEP = 0.01;

interface Props {
  label: string;
  levels: Levels;
  histogram: Behind | null;
  text: (english: string) => string;
  onStore: (levels: Levels) => void;
  /** They are moved and not stored yet; null: not any more. */
  onMove: (levels: Levels | null) => void;
}

/** Black, gray and white as handles on one line from dark to light. */
export function LevelsPlot({ label, levels, histogram, text, onStore, onMove }: Props) {
  const { isLocked, lockedBy } = useLock();
  const { title: _title, ...lockProps } = lockedBy ?? {};
  /** `held`: the handle under the hand, and how far from its middle it was grabbed. */
  const { now, held, show, store, storeSoon } = useDraft<Levels, { at: number; beside: number }>({
    stored: levels,
    isSame: (one, other) => one.join() === other.join(),
    onStore,
    onMove,
  });
  const placeOf = ({ clientX, currentTarget }: PointerEvent) => {
    const { left, width } = currentTarget.getBoundingClientRect();
    return (clientX - left) / width;
  };
  const hold = (event: PointerEvent<HTMLElement>) => {
    const isHandle = event.target !== event.currentTarget;
    if (isLocked || !isHandle || event.button !== 0) return;
    // Handles are as wide as a finger and may lie on each other: the nearest is meant.
    const place = placeOf(event);
    const away = now.map((level) => Math.abs(level - place));
    const at = away.indexOf(Math.min(...away));
    event.preventDefault();
    event.currentTarget.querySelectorAll<HTMLElement>('[role=slider]')[at]?.focus({ preventScroll: true });
    event.currentTarget.setPointerCapture(event.pointerId);
    held.current = { at, beside: itemAt(now, at) - place };
  };
  const drag = (event: PointerEvent) => {
    if (!held.current) return;
    const { at, beside } = held.current;
    show(movedLevels(now, at, placeOf(event) + beside));
  };
  const letGo = () => {
    const isHeld = held.current !== null;
    held.current = null;
    if (isHeld) store(now);
  };
  const onKeyDown = (event: KeyboardEvent, at: number) => {
    const steps = stepsOfKey(event);
    if (steps === null || isLocked) return;
    event.preventDefault();
    storeSoon(movedLevels(now, at, itemAt(now, at) + steps * STEP));
  };
  return (
    <div role="group" aria-label={label} className={styles.plot}>
      <svg className={styles.histogram} viewBox="0 0 256 64" preserveAspectRatio="none" aria-hidden>
        {histogram && <path d={outlineOf(histogram, { width: 256, height: 64 })} />}
      </svg>
      <div
        className={styles.line}
        onPointerDown={hold}
        onPointerMove={drag}
        onPointerUp={letGo}
        onPointerCancel={letGo}
      >
        {LEVELS.map((name, at) => ({ name, level: itemAt(now, at) })).map(({ name, level }, at) => (
          <span
            key={name}
            className={styles.handle}
            style={{ '--at': level } as CSSProperties}
            role="slider"
            tabIndex={0}
            aria-label={`${label}, ${text(name)}`}
            aria-valuemin={0}
            aria-valuemax={1}
            aria-valuenow={Number(level.toFixed(3))}
            aria-valuetext={number(level, { maximumFractionDigits: 3 })}
            {...lockProps}
            onKeyDown={(event) => onKeyDown(event, at)}
          />
        ))}
      </div>
      <p className={styles.hint}>{t('develop.levelsHow')}</p>
    </div>
  );
}
