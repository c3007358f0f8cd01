import { type KeyboardEvent, type PointerEvent, useEffect, useRef } from 'react';
import { t } from '../../i18n/words.ts';
import { ARROWS } from '../../keyboard/keys.ts';
import { type Guide, guideLines } from '../guides/guides.ts';
import type { Size } from '../zoom.ts';
import { type CropFrame, dragged, type Grip } from './crop-frame.ts';
import styles from './crop-view.module.css';

const GRIPS: readonly Grip[] = ['nw', 'n', 'ne', 'e', 'se', 's', 'sw', 'w'];
const STEP = 0.01;
const percent = (value: number) => `${value * 100}%`;

interface Props {
  frame: CropFrame;
  /** The shown picture. */
  box: Size;
  /** The aspect that is kept, in shares of the picture's sides; null: freehand. */
  ratio: number | null;
  guide: Guide;
  onChange: (frame: CropFrame) => void;
}

/** The frame over the picture: moved and pulled by hand, or by arrow keys. */
export function FrameBox({ frame, box, ratio, guide, onChange }: Props) {
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => element.current?.focus(), []);
  const held = useRef<{ grip: Grip; from: CropFrame; x: number; y: number } | null>(null);
  const width = frame.right - frame.left;
  const height = frame.bottom - frame.top;

  const hold = (grip: Grip, event: PointerEvent) => {
    event.stopPropagation();
    event.currentTarget.setPointerCapture(event.pointerId);
    held.current = { grip, from: frame, x: event.clientX, y: event.clientY };
  };
  const pull = ({ clientX, clientY }: PointerEvent) => {
    if (!held.current) return;
    const { grip, from, x, y } = held.current;
    onChange(dragged(from, grip, { x: (clientX - x) / box.width, y: (clientY - y) / box.height }, ratio));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const arrow = ARROWS[event.key];
    if (!arrow) return;
    event.preventDefault();
    const [x, y] = [arrow[0] * STEP, arrow[1] * STEP];
    const grip = !event.shiftKey ? '' : ratio !== null ? 'se' : x !== 0 ? 'e' : 's';
    onChange(dragged(frame, grip, { x, y }, ratio));
  };
  return (
    <div
      ref={element}
      className={styles.frame}
      style={{
        left: percent(frame.left),
        top: percent(frame.top),
        width: percent(width),
        height: percent(height),
      }}
      role="group"
      tabIndex={0}
      aria-label={t('detail.cropFrame')}
      onPointerDown={(event) => hold('', event)}
      onPointerMove={pull}
      onPointerUp={() => (held.current = null)}
      onPointerCancel={() => (held.current = null)}
      onKeyDown={onKeyDown}
      onDoubleClick={(event) => event.stopPropagation()}
    >
      <svg className={styles.guides} aria-hidden>
        {guideLines(guide, { width: width * box.width, height: height * box.height }).map(([x1, y1, x2, y2], at) => (
          <line key={at} {...{ x1, y1, x2, y2 }} />
        ))}
      </svg>
      {GRIPS.map((grip) => (
        <i
          key={grip}
          className={styles.grip}
          data-grip={grip}
          onPointerDown={(event) => hold(grip, event)}
          aria-hidden
        />
      ))}
    </div>
  );
}
