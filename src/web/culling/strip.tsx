import { type RefObject, memo, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { X } from 'lucide-react';
import type { ImageRecord } from '../../contract/image-record.ts';
import { number } from '../i18n/words.ts';
import { useWaiting } from '../organising/waiting/waiting-state.ts';
import { StarIcon } from '../ui/icons.tsx';
import { ColorDot, describeImage, RejectWaits } from '../ui/marks.tsx';
import { Preview } from '../ui/preview.tsx';
import { classes } from '../ui/classes.ts';
import { isOneBurst } from './bursts.ts';
import type { CullingState } from './use-culling.ts';
import { t } from './words.ts';
import { useLatest } from '../ui/use-latest.ts';
import styles from './strip.module.css';

/** How many thumbs beyond each edge are rendered as well. */
const BEYOND = 3;
/** Before the first thumb: room for its frame. */
const EDGE = 8;

/** The list as small pictures with what was decided; the current one is in the middle. */
export function Strip({ state: { place, panes, ways } }: { state: CullingState }) {
  const { ids, index: current, imageAt, mode } = place;
  const { problems } = useWaiting();
  const unsaved = useMemo(() => new Set(problems.flatMap((problem) => problem.ids)), [problems]);
  const strip = useRef<HTMLElement>(null);
  const { first, last, pitch } = useVisible(strip, ids.length, current, place.showRange);
  const shown = Array.from({ length: Math.max(0, last - first + 1) }, (_, at) => first + at);
  return (
    <nav className={styles.strip} ref={strip} aria-label={t('strip')}>
      <ul className={styles.list} aria-label={t('strip')} style={{ width: EDGE + ids.length * pitch }}>
        {shown.map((index) => {
          const [image, id] = [imageAt(index), ids[index] ?? 0];
          return (
            <li key={id} className={styles.item} style={{ transform: `translateX(${index * pitch}px)` }}>
              {isOneBurst(imageAt(index - 1), image) && <span className={classes(styles.burst, styles.before)} />}
              {isOneBurst(image, imageAt(index + 1)) && <span className={classes(styles.burst, styles.after)} />}
              <Thumb
                index={index}
                image={image}
                isCurrent={index === current}
                isCompared={mode === 'compare' && panes.includes(id)}
                isUnsaved={unsaved.has(id)}
                onGo={ways.go}
              />
            </li>
          );
        })}
      </ul>
    </nav>
  );
}

function useVisible(
  strip: RefObject<HTMLElement | null>,
  count: number,
  current: number,
  onRange: (first: number, last: number) => void,
) {
  const [visible, setVisible] = useState({ first: 0, last: -1, pitch: 98 });
  const latest = useLatest(onRange);
  useLayoutEffect(() => {
    const element = strip.current;
    if (!element) return;
    const look = () => {
      const pitch = Number.parseFloat(getComputedStyle(element).getPropertyValue('--pitch')) || 98;
      const first = Math.max(0, Math.floor(element.scrollLeft / pitch) - BEYOND);
      const last = Math.min(count - 1, Math.ceil((element.scrollLeft + element.clientWidth) / pitch) + BEYOND);
      setVisible((now) => {
        if (now.first === first && now.last === last && now.pitch === pitch) return now;
        return { first, last, pitch };
      });
      latest.current(first, last);
    };
    const centre = () => {
      const pitch = Number.parseFloat(getComputedStyle(element).getPropertyValue('--pitch')) || 98;
      // Widened before React does so, or it could not scroll that far yet.
      (element.firstElementChild as HTMLElement).style.width = `${EDGE + count * pitch}px`;
      element.scrollLeft = (EDGE - element.clientWidth + pitch) / 2 + current * pitch;
      look();
    };
    centre();
    element.addEventListener('scroll', look, { passive: true });
    const observer = new ResizeObserver(centre);
    observer.observe(element);
    return () => {
      element.removeEventListener('scroll', look);
      observer.disconnect();
    };
  }, [strip, count, current, latest]);
  return visible;
}

interface ThumbProps {
  index: number;
  image: ImageRecord | undefined;
  isCurrent: boolean;
  isCompared: boolean;
  isUnsaved: boolean;
  onGo: (index: number) => void;
}

const Thumb = memo(function Thumb({ index, image, isCurrent, isCompared, isUnsaved, onGo }: ThumbProps) {
  const rating = image?.rating ?? 0;
  return (
    <button
      type="button"
      className={classes(styles.thumb, rating < 0 && styles.rejected, isCompared && styles.compared)}
      aria-label={`${image ? describeImage(image) : number(index + 1)}${isUnsaved ? `, ${t('unsaved')}` : ''}`}
      aria-current={isCurrent || undefined}
      tabIndex={isCurrent ? 0 : -1}
      onClick={() => onGo(index)}
    >
      <span className={styles.picture}>
        {image && <Preview image={image} size="small" alt="" />}
        {isUnsaved && (
          <span className={styles.unsaved} aria-hidden>
            !
          </span>
        )}
      </span>
      <span className={styles.marks} aria-hidden>
        {rating < 0 && <X size={14} className={styles.cross} />}
        {image && <RejectWaits image={image} size={12} />}
        {rating > 0 && (
          <span className={styles.stars}>
            <StarIcon size={11} />
            {rating}
          </span>
        )}
        <span className={styles.labels}>
          {image?.color_labels.map((label) => (
            <ColorDot key={label} label={label} />
          ))}
        </span>
      </span>
    </button>
  );
});
