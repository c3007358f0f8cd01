import { type KeyboardEvent, type PointerEvent, useEffect, useState } from 'react';
import type { Known } from '../../develop-panel/computed/computed-control.ts';
import { number, t } from '../../i18n/words.ts';
import { classes } from '../../ui/classes.ts';
import { TAB_STOP } from '../../ui/tab-stop.ts';
import type { Box } from '../zoom.ts';
import type { Handling } from './handling.ts';
import type { Drawn, Point } from './drawing.ts';
import styles from './handles-view.module.css';

type Handle = Drawn['handles'][number];
/** Percent that an arrow key moves the line of graduated density; it has no slider. */
const [STEP, LARGE_STEP] = [1, 10];

interface Hand {
  handle: string;
  from: Point;
  before: Known;
  last: Record<string, number>;
  /** Not lifted yet. */
  isHeld: boolean;
}

/** A module's form over the picture, as darktable has it there: its lines, and handles to pull them. */
export function HandlesView({ handling, frame }: { handling: Handling; frame: Box }) {
  const { name, stored, move, change, isLocked } = handling;
  const { drawn, dragged } = handling.form;
  const [hand, setHand] = useState<Hand | null>(null);
  // What was pulled stays where it is until it is stored, or was refused.
  useEffect(() => setHand((was) => (was?.isHeld ? was : null)), [stored]);
  const now: Known = (field) => hand?.last[field] ?? stored(field);
  const form = drawn(now, frame);
  if (!form) return null;
  const { left, top, width, height } = frame;
  const at = ({ clientX, clientY }: PointerEvent): Point => ({ x: clientX, y: clientY });

  const hold = (handle: Handle) => (event: PointerEvent<SVGElement>) => {
    if (isLocked || event.button !== 0) return;
    event.stopPropagation();
    event.currentTarget.setPointerCapture(event.pointerId);
    setHand({ handle: handle.name, from: at(event), before: now, last: {}, isHeld: true });
  };
  const pull = (event: PointerEvent<SVGElement>) => {
    if (!hand?.isHeld || !event.currentTarget.hasPointerCapture(event.pointerId)) return;
    const { handle, from, before } = hand;
    const last = dragged(before, frame, { handle, from, to: at(event), keepsShape: event.ctrlKey });
    setHand({ ...hand, last });
    move(last);
  };
  const lift = () => {
    if (!hand?.isHeld) return;
    setHand(Object.keys(hand.last).length > 0 ? { ...hand, isHeld: false } : null);
    if (Object.keys(hand.last).length > 0) change(hand.last);
  };
  const giveUp = () => {
    setHand(null);
    move(null);
  };
  const pointer = { onPointerMove: pull, onPointerUp: lift, onPointerCancel: giveUp };
  const path = (points: readonly Point[]) =>
    `M${points.map(({ x, y }) => `${x.toFixed(1)} ${y.toFixed(1)}`).join('L')}`;
  const offset = now('offset') ?? 0;
  const onKeyDown = (event: KeyboardEvent) => {
    const by = { ArrowUp: -1, ArrowLeft: -1, ArrowDown: 1, ArrowRight: 1 }[event.key];
    if (by === undefined || isLocked) return;
    event.preventDefault();
    event.stopPropagation();
    change({ offset: Math.min(100, Math.max(0, offset + by * (event.shiftKey ? LARGE_STEP : STEP))) });
  };
  return (
    <svg
      className={styles.handles}
      style={{ left, top, width, height }}
      role="group"
      aria-label={t('detail.handlesOf', { module: name })}
      data-keeps-pointer
      onTouchStart={(event) => event.stopPropagation()}
      onDoubleClick={(event) => event.stopPropagation()}
    >
      {form.lines.map(({ points, isBorder }, index) =>
        (['shade', 'line'] as const).map((which) => (
          <path
            key={`${index} ${which}`}
            className={classes(styles[which], isBorder && styles.border)}
            d={path(points)}
          />
        )),
      )}
      {form.handles.map((handle) =>
        handle.to ? (
          <path
            key={handle.name}
            className={styles.wide}
            data-handle={handle.name}
            d={path([handle.at, handle.to])}
            role="slider"
            {...TAB_STOP}
            aria-label={t('detail.linePlace')}
            aria-valuemin={0}
            aria-valuemax={100}
            aria-valuenow={Math.round(offset)}
            aria-valuetext={`${number(Math.round(offset))} %`}
            onPointerDown={hold(handle)}
            onKeyDown={onKeyDown}
            {...pointer}
          />
        ) : (
          <g
            key={handle.name}
            className={styles.handle}
            data-handle={handle.name}
            aria-hidden
            onPointerDown={hold(handle)}
            {...pointer}
          >
            <circle className={styles.reach} cx={handle.at.x} cy={handle.at.y} r={18} />
            <circle className={styles.dot} cx={handle.at.x} cy={handle.at.y} r={6} />
          </g>
        ),
      )}
    </svg>
  );
}
