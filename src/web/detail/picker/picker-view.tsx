import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react';
import { number, t } from '../../i18n/words.ts';
import { button } from '../../ui/button.ts';
import type { Box } from '../zoom.ts';
import type { Area, Picking } from './picking.ts';
import { useLeaveOnEscape } from '../leave-on-escape.ts';
import { ARROWS } from '../../keyboard/keys.ts';
import styles from './picker-view.module.css';

const STEP = 0.01;
/** Of the square around a spot, as a share of the longer side of the picture. */
const SPOT = 0.012;
/** A pointer that moves less has clicked. */
const CLICK_PX = 6;
/** As darktable's pickers have it at first. */
const WHOLE: Area = { left: 0.01, top: 0.01, right: 0.99, bottom: 0.99 };

type Place = { x: number; y: number };
const within = (share: number) => Math.min(Math.max(share, 0), 1);
/** Beside the picture there is nothing to read. */
const isInside = ({ x, y }: Place): boolean => [x, y].every((share) => share >= 0 && share < 1);
const areaOf = (one: Place, other: Place): Area => ({
  left: within(Math.min(one.x, other.x)),
  top: within(Math.min(one.y, other.y)),
  right: within(Math.max(one.x, other.x)),
  bottom: within(Math.max(one.y, other.y)),
});

const liftOf = ({ ctrlKey, shiftKey }: { ctrlKey: boolean; shiftKey: boolean }) => (ctrlKey ? 1 : shiftKey ? -1 : 0);

/** Chooses a spot of the picture by a click or a tap, or by arrow keys and Enter; an area by dragging. */
export function PickerView({ frame, picking }: { frame: Box; picking: Picking }) {
  const { label, how, isBusy, hasWhole, isPoint = false, take, leave } = picking;
  const room = useRef<HTMLDivElement>(null);
  const [at, setAt] = useState<Place>({ x: 0.5, y: 0.5 });
  const [area, setArea] = useState<Area | null>(null);
  const held = useRef<{ place: Place; x: number; y: number } | null>(null);
  useEffect(() => room.current?.focus(), []);
  useLeaveOnEscape(leave);
  const choose = (place: Place, lift: -1 | 0 | 1) => {
    const half = isPoint ? 0 : (Math.max(frame.width, frame.height) * SPOT) / 2;
    const [x, y] = [half / frame.width, half / frame.height];
    setAt(place);
    take(areaOf({ x: place.x - x, y: place.y - y }, { x: place.x + x, y: place.y + y }), lift);
  };
  const placeOf = (event: PointerEvent<HTMLDivElement>): Place => {
    const { left, top } = event.currentTarget.getBoundingClientRect();
    return {
      x: (event.clientX - left - frame.left) / frame.width,
      y: (event.clientY - top - frame.top) / frame.height,
    };
  };
  const onPointerDown = (event: PointerEvent<HTMLDivElement>) => {
    const place = placeOf(event);
    if (event.button !== 0 || isBusy || !isInside(place)) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    held.current = { place, x: event.clientX, y: event.clientY };
  };
  const onPointerMove = (event: PointerEvent<HTMLDivElement>) => {
    if (!held.current || isPoint) return;
    const { place, x, y } = held.current;
    if (area || Math.hypot(event.clientX - x, event.clientY - y) > CLICK_PX) setArea(areaOf(place, placeOf(event)));
  };
  const onPointerUp = (event: PointerEvent<HTMLDivElement>) => {
    const lift = liftOf(event);
    if (!held.current) return;
    held.current = null;
    const place = placeOf(event);
    if (area) take(area, lift);
    else if (isInside(place)) choose(place, lift);
  };
  const onPointerCancel = () => {
    held.current = null;
    setArea(null);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const arrow = ARROWS[event.key];
    if (!arrow && event.key !== 'Enter') return;
    event.preventDefault();
    event.stopPropagation();
    if (isBusy) return;
    if (!arrow) choose(at, liftOf(event));
    else setAt(({ x, y }) => ({ x: within(x + arrow[0] * STEP), y: within(y + arrow[1] * STEP) }));
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
        aria-label={`${label}. ${how}`}
        aria-valuenow={Math.round(at.x * 100)}
        aria-valuetext={t('detail.pickAt', { across: percent(at.x), down: percent(at.y) })}
        aria-busy={isBusy}
        onTouchStart={(event) => event.stopPropagation()}
        onDoubleClick={(event) => event.stopPropagation()}
        {...{ onPointerDown, onPointerMove, onPointerUp, onPointerCancel, onKeyDown }}
      >
        {area ? (
          <i
            className={styles.area}
            style={{
              left: frame.left + area.left * frame.width,
              top: frame.top + area.top * frame.height,
              width: (area.right - area.left) * frame.width,
              height: (area.bottom - area.top) * frame.height,
            }}
            aria-hidden
          />
        ) : (
          <i
            className={styles.mark}
            style={{ left: frame.left + at.x * frame.width, top: frame.top + at.y * frame.height }}
            aria-hidden
          />
        )}
      </div>
      <div className={styles.foot}>
        <span role="status">{isBusy ? t('detail.pickBusy') : how}</span>
        {hasWhole && !isBusy && (
          <button type="button" className={button()} onClick={() => take(WHOLE)}>
            {t('detail.pickWhole')}
          </button>
        )}
        <button type="button" className={button()} onClick={leave}>
          {t('detail.cropLeave')}
        </button>
      </div>
    </>
  );
}
