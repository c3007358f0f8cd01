import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react';
import { number, t } from '../../i18n/words.ts';
import { button } from '../../ui/button.ts';
import type { Box } from '../zoom.ts';
import type { Picking, Place } from './picking.ts';
import styles from './picker-view.module.css';

const STEP = 0.01;
const within = (share: number) => Math.min(Math.max(share, 0), 1);

/** Chooses a spot of the picture: by a click or a tap, or by arrow keys and Enter. */
export function PickerView({ frame, picking }: { frame: Box; picking: Picking }) {
  const { label, isBusy, take, leave } = picking;
  const room = useRef<HTMLDivElement>(null);
  const [at, setAt] = useState<Place>({ x: 0.5, y: 0.5 });
  useEffect(() => room.current?.focus(), []);
  useEffect(() => {
    const onKey = (event: globalThis.KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      event.preventDefault();
      event.stopPropagation();
      leave();
    };
    addEventListener('keydown', onKey, { capture: true });
    return () => removeEventListener('keydown', onKey, { capture: true });
  }, [leave]);
  const choose = (place: Place) => {
    if (isBusy) return;
    setAt(place);
    take(place);
  };
  const onPointerUp = (event: PointerEvent<HTMLDivElement>) => {
    const { left, top } = event.currentTarget.getBoundingClientRect();
    const x = (event.clientX - left - frame.left) / frame.width;
    const y = (event.clientY - top - frame.top) / frame.height;
    if (event.button === 0 && x >= 0 && x < 1 && y >= 0 && y < 1) choose({ x, y });
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const by = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
    if (!by && event.key !== 'Enter') return;
    event.preventDefault();
    event.stopPropagation();
    if (!by) choose(at);
    else setAt(({ x, y }) => ({ x: within(x + by[0]! * STEP), y: within(y + by[1]! * STEP) }));
  };
  const percent = (share: number) => number(Math.round(share * 100));
  return (
    <>
      <div
        ref={room}
        className={styles.room}
        data-keeps-pointer
        role="slider"
        tabIndex={0}
        aria-label={`${label}. ${t('detail.pickHow')}`}
        aria-valuenow={Math.round(at.x * 100)}
        aria-valuetext={t('detail.pickAt', { across: percent(at.x), down: percent(at.y) })}
        aria-busy={isBusy}
        onTouchStart={(event) => event.stopPropagation()}
        onDoubleClick={(event) => event.stopPropagation()}
        {...{ onPointerUp, onKeyDown }}
      >
        <i
          className={styles.mark}
          style={{ left: frame.left + at.x * frame.width, top: frame.top + at.y * frame.height }}
          aria-hidden
        />
      </div>
      <div className={styles.foot}>
        <span role="status">{isBusy ? t('detail.pickBusy') : t('detail.pickHow')}</span>
        <button type="button" className={button()} onClick={leave}>
          {t('detail.cropLeave')}
        </button>
      </div>
    </>
  );
}
