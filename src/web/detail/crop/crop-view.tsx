import { useState } from 'react';
import { Check, X } from 'lucide-react';
import { number, t } from '../../i18n/words.ts';
import { useActions } from '../../keyboard/use-actions.ts';
import { button } from '../../ui/button.ts';
import { classes } from '../../ui/classes.ts';
import { GuideSelect } from '../guides/guide-select.tsx';
import { keptGuide } from '../guides/guides.ts';
import { LEAVE } from '../leave-on-escape.ts';
import { boxIn, type Size } from '../zoom.ts';
import type { Cropping } from './cropping.ts';
import { FrameBox } from './frame-box.tsx';
import { useFrame } from './use-frame.ts';
import { useUncropped } from './use-uncropped.ts';
import controls from '../../ui/controls.module.css';
import styles from './crop-view.module.css';

/** The room of what stands below the picture. */
const FOOT_PX = 68;

/** The whole picture with the frame of its crop, which is stored once it is taken. */
export function CropView({ id, room, cropping }: { id: number; room: Size; cropping: Cropping }) {
  const { module, aspect, fit, take, leave } = cropping;
  const picture = useUncropped(id, module, room, leave);
  const { frame, setFrame, ratio } = useFrame(cropping, picture?.size ?? null);
  const [guide, setGuide] = useState(() => keptGuide('crop'));
  const done = () => {
    const { left, top, right, bottom } = frame;
    take({ cx: left, cy: top, cw: right, ch: bottom, ...(fit && { ...aspect }) });
  };
  useTakeAndLeave(done, leave);

  if (!picture)
    return <div className={styles.room} data-keeps-pointer role="status" aria-label={t('detail.cropWait')} />;
  const { size } = picture;
  const box = boxIn({ ...room, height: Math.max(1, room.height - FOOT_PX) }, size.width / size.height);
  const pixels = {
    width: number(Math.round((frame.right - frame.left) * size.width)),
    height: number(Math.round((frame.bottom - frame.top) * size.height)),
  };
  return (
    <div className={styles.room} data-keeps-pointer onTouchStart={(event) => event.stopPropagation()}>
      <div className={styles.picture} style={box}>
        <img src={picture.url} alt={t('detail.uncropped')} draggable={false} />
        <FrameBox frame={frame} box={box} ratio={ratio} guide={guide} onChange={setFrame} />
      </div>
      <div className={styles.foot}>
        <span className={styles.size}>{t('detail.cropSize', pixels)}</span>
        <GuideSelect use="crop" className={classes(controls.field, styles.guide)} value={guide} onChoose={setGuide} />
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

const KEYS = { take: { words: () => t('detail.cropTake'), keys: ['Enter'] }, ...LEAVE };

/** Enter takes the crop and Escape leaves it, wherever the focus is; buttons keep their own Enter. */
function useTakeAndLeave(take: () => void, leave: () => void): void {
  const isElsewhere = ({ target }: Event) => !(target as HTMLElement).matches('button, input, select, summary, a');
  useActions(KEYS, { take: { when: isElsewhere, do: take }, leave: { when: () => true, do: leave } }, { over: true });
}
