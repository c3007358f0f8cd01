import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react';
import { Check, X } from 'lucide-react';
import type { Aspect } from '../../develop-panel/computed/crop-aspect.ts';
import { number, t } from '../../i18n/words.ts';
import { ARROWS } from '../../keyboard/keys.ts';
import { useActions } from '../../keyboard/use-actions.ts';
import { button } from '../../ui/button.ts';
import { classes } from '../../ui/classes.ts';
import { LEAVE } from '../leave-on-escape.ts';
import { boxIn, type Size } from '../zoom.ts';
import { type CropFrame, dragged, fitted, type Grip, keptAspect } from './crop-frame.ts';
import type { Cropping } from './cropping.ts';
import { guideLines, GUIDES, type Guide, keepGuide, keptGuide } from '../guides/guides.ts';
import { useUncropped } from './use-uncropped.ts';
import controls from '../../ui/controls.module.css';
import styles from './crop-view.module.css';

const GRIPS: readonly Grip[] = ['nw', 'n', 'ne', 'e', 'se', 's', 'sw', 'w'];
const STEP = 0.01;
/** The room of what stands below the picture. */
const FOOT_PX = 68;
const share = (value: unknown, otherwise: number) => (typeof value === 'number' ? value : otherwise);

/** The whole picture with the frame of its crop, which is stored once it is taken. */
export function CropView({ id, room, cropping }: { id: number; room: Size; cropping: Cropping }) {
  const { module, aspect, fit, take, leave } = cropping;
  const { cx, cy, cw, ch } = module.params ?? {};
  const picture = useUncropped(id, module, room, leave);
  const [frame, setFrame] = useState<CropFrame>({
    left: share(cx, 0),
    top: share(cy, 0),
    right: share(cw, 1),
    bottom: share(ch, 1),
  });
  const done = () => {
    const { left, top, right, bottom } = frame;
    take({ cx: left, cy: top, cw: right, ch: bottom, ...(fit && { ...aspect }) });
  };
  useTakeAndLeave(done, leave);
  const size = picture?.size ?? null;
  const ratio = size && ratioIn(size, aspect);
  useEffect(() => {
    if (!size || !fit || ratio === null) return;
    const keepsWidth = fit === 'chosen' || aspect.ratio_d < 0 === size.width >= size.height;
    setFrame((from) => fitted(from, ratio, keepsWidth ? 'width' : 'height'));
  }, [size, fit, aspect, ratio]);
  const [guide, setGuide] = useState(() => keptGuide('crop'));
  const frameBox = useRef<HTMLDivElement>(null);
  const isThere = picture !== null;
  useEffect(() => frameBox.current?.focus(), [isThere]);
  const held = useRef<{ grip: Grip; from: CropFrame; x: number; y: number } | null>(null);

  if (!picture || !size)
    return <div className={styles.room} data-keeps-pointer role="status" aria-label={t('detail.cropWait')} />;
  const box = boxIn({ ...room, height: Math.max(1, room.height - FOOT_PX) }, size.width / size.height);
  const pixels = {
    width: number(Math.round((frame.right - frame.left) * size.width)),
    height: number(Math.round((frame.bottom - frame.top) * size.height)),
  };

  const hold = (grip: Grip, event: PointerEvent) => {
    event.stopPropagation();
    event.currentTarget.setPointerCapture(event.pointerId);
    held.current = { grip, from: frame, x: event.clientX, y: event.clientY };
  };
  const pull = ({ clientX, clientY }: PointerEvent) => {
    if (!held.current) return;
    const { grip, from, x, y } = held.current;
    setFrame(dragged(from, grip, { x: (clientX - x) / box.width, y: (clientY - y) / box.height }, ratio));
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const arrow = ARROWS[event.key];
    if (!arrow) return;
    event.preventDefault();
    const [x, y] = [arrow[0] * STEP, arrow[1] * STEP];
    const grip = !event.shiftKey ? '' : ratio !== null ? 'se' : x !== 0 ? 'e' : 's';
    setFrame((from) => dragged(from, grip, { x, y }, ratio));
  };
  const chooseGuide = (chosen: Guide) => {
    keepGuide(chosen, 'crop');
    setGuide(chosen);
  };
  const drawn = { width: (frame.right - frame.left) * box.width, height: (frame.bottom - frame.top) * box.height };
  const percent = (value: number) => `${value * 100}%`;
  return (
    <div className={styles.room} data-keeps-pointer onTouchStart={(event) => event.stopPropagation()}>
      <div className={styles.picture} style={box}>
        <img src={picture.url} alt={t('detail.uncropped')} draggable={false} />
        <div
          ref={frameBox}
          className={styles.frame}
          style={{
            left: percent(frame.left),
            top: percent(frame.top),
            width: percent(frame.right - frame.left),
            height: percent(frame.bottom - frame.top),
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
            {guideLines(guide, drawn).map(([x1, y1, x2, y2], at) => (
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
      </div>
      <div className={styles.foot}>
        <span className={styles.size}>{t('detail.cropSize', pixels)}</span>
        <select
          name="guide"
          className={classes(controls.field, styles.guide)}
          aria-label={t('detail.guide')}
          value={guide}
          onChange={({ target }) => chooseGuide(target.value as Guide)}
        >
          {GUIDES.map((each) => (
            <option key={each} value={each}>
              {t(`detail.guides.${each}`)}
            </option>
          ))}
        </select>
        <button type="button" className={classes(button('primary'), styles.act)} onClick={done}>
          <Check size={20} aria-hidden />
          <span>{t('detail.cropTake')}</span>
        </button>
        <button type="button" className={classes(button(), styles.act)} onClick={leave}>
          <X size={20} aria-hidden />
          <span>{t('detail.cropLeave')}</span>
        </button>
      </div>
    </div>
  );
}

/** The aspect that is kept, in shares of the picture's sides; null: freehand. */
function ratioIn(size: Size, aspect: Aspect): number | null {
  const kept = keptAspect(aspect, size);
  return kept === null ? null : (kept * size.height) / size.width;
}

const KEYS = { take: { words: () => t('detail.cropTake'), keys: ['Enter'] }, ...LEAVE };

/** Enter takes the crop and Escape leaves it, wherever the focus is; buttons keep their own Enter. */
function useTakeAndLeave(take: () => void, leave: () => void): void {
  const isElsewhere = ({ target }: Event) => !(target as HTMLElement).matches('button, input, select, summary, a');
  useActions(KEYS, { take: { when: isElsewhere, do: take }, leave: { when: () => true, do: leave } }, { over: true });
}
