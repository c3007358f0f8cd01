import { type KeyboardEvent, type PointerEvent, useState } from 'react';
import { t } from '../i18n/words.ts';
import { PlacedImage } from './placed-image.tsx';
import type { Pictured } from './use-before.ts';
import type { Box, Size } from './zoom.ts';
import styles from './split-view.module.css';

interface Props {
  before: Pictured;
  /** Where the whole picture is on the stage. */
  frame: Box;
  room: Size;
}

const STEP = 0.02;
const within = (share: number) => Math.min(1, Math.max(0, share));

/** The earlier picture left of a divider that can be dragged; what lies below is seen right of it. */
export function SplitView({ before, frame, room }: Props) {
  const [share, setShare] = useState(0.5);
  const left = Math.max(0, frame.left);
  const width = Math.min(room.width, frame.left + frame.width) - left;
  const at = left + share * width;
  const top = Math.max(0, frame.top);
  const height = Math.min(room.height, frame.top + frame.height) - top;

  const onPointerMove = ({ currentTarget, clientX, pointerId }: PointerEvent) => {
    const stage = currentTarget.parentElement?.getBoundingClientRect();
    if (!stage || !currentTarget.hasPointerCapture(pointerId)) return;
    setShare(within((clientX - stage.left - left) / width));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const next = { ArrowLeft: share - STEP, ArrowRight: share + STEP, Home: 0, End: 1 }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    setShare(within(next));
  };
  return (
    <>
      <div className={styles.before} style={{ clipPath: `inset(0 ${Math.max(0, room.width - at)}px 0 0)` }}>
        <PlacedImage {...before} alt={t('detail.before')} frame={frame} />
      </div>
      <div
        className={styles.divider}
        style={{ left: at, top, height }}
        role="slider"
        tabIndex={0}
        aria-label={t('detail.divider')}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.round(share * 100)}
        aria-valuetext={t('detail.dividerAt', { percent: Math.round(share * 100) })}
        data-keeps-pointer
        onPointerDown={({ currentTarget, pointerId }) => currentTarget.setPointerCapture(pointerId)}
        onPointerMove={onPointerMove}
        onTouchStart={(event) => event.stopPropagation()}
        onDoubleClick={(event) => {
          event.stopPropagation();
          setShare(0.5);
        }}
        onKeyDown={onKeyDown}
      >
        <span className={styles.words} aria-hidden>
          <span>{t('detail.before')}</span>
          <span>{t('detail.after')}</span>
        </span>
        <i className={styles.grip} aria-hidden />
      </div>
    </>
  );
}
