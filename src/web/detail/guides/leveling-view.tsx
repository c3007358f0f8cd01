import { type PointerEvent, useState } from 'react';
import { number, t } from '../../i18n/words.ts';
import { button } from '../../ui/button.ts';
import foot from '../picker/picker-view.module.css';
import { type DrawnLine, fallOf, type Leveling } from './leveling.ts';
import { useLeaveOnEscape } from '../leave-on-escape.ts';
import styles from './guides.module.css';

/** A shorter line says nothing of a direction. */
const LEAST_PX = 16;
const lengthOf = ({ x1, y1, x2, y2 }: DrawnLine) => Math.hypot(x2 - x1, y2 - y1);

/** A line is drawn along what should be level or upright. By keys, there is the slider of the rotation. */
export function LevelingView({ leveling: { label, take, leave } }: { leveling: Leveling }) {
  const [line, setLine] = useState<DrawnLine | null>(null);
  useLeaveOnEscape(leave);
  const placeOf = (event: PointerEvent<HTMLElement>) => {
    const { left, top } = event.currentTarget.getBoundingClientRect();
    return { x: event.clientX - left, y: event.clientY - top };
  };
  const onPointerDown = (event: PointerEvent<HTMLElement>) => {
    if (event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    const { x, y } = placeOf(event);
    setLine({ x1: x, y1: y, x2: x, y2: y });
  };
  const onPointerMove = (event: PointerEvent<HTMLElement>) => {
    if (!line) return;
    const { x, y } = placeOf(event);
    setLine({ ...line, x2: x, y2: y });
  };
  const onPointerUp = () => {
    if (line && lengthOf(line) >= LEAST_PX) take(line);
    setLine(null);
  };
  const isLine = line !== null && lengthOf(line) >= LEAST_PX;
  return (
    <>
      <div
        className={styles.room}
        data-keeps-pointer
        role="group"
        aria-label={label}
        onTouchStart={(event) => event.stopPropagation()}
        onDoubleClick={(event) => event.stopPropagation()}
        onPointerCancel={() => setLine(null)}
        {...{ onPointerDown, onPointerMove, onPointerUp }}
      >
        {line && (
          <svg className={styles.line} aria-hidden>
            <line {...line} />
          </svg>
        )}
      </div>
      <div className={foot.foot}>
        <span role="status">
          {isLine
            ? t('detail.levelBy', { degrees: number(Math.round(fallOf(line) * 100) / 100) })
            : t('detail.levelHow')}
        </span>
        <button type="button" className={button()} onClick={leave}>
          {t('detail.cropLeave')}
        </button>
      </div>
    </>
  );
}
