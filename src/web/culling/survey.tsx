import { Check, X } from 'lucide-react';
import type { ImageRecord } from '../../contract/image-record.ts';
import { sizeFor } from '../api/preview-url.ts';
import type { Size } from '../detail/zoom.ts';
import { ratingWords } from '../ui/marks.tsx';
import { Preview } from '../ui/preview.tsx';
import { classes } from '../ui/classes.ts';
import { columnsOf, TILE_SHAPE } from './survey-tiles.ts';
import { nameOf } from './use-judge.ts';
import { t } from './words.ts';
import text from '../ui/text.module.css';
import styles from './survey.module.css';

interface Props {
  images: readonly ImageRecord[];
  title: string;
  kept: ReadonlySet<number>;
  focused: number;
  stage: Size;
  onFocus: (id: number) => void;
  onMark: (id: number) => void;
}

/** The frames of a burst or chosen pictures, each with what will happen to it. */
export function Survey({ images, title, kept, focused, stage, onFocus, onMark }: Props) {
  const columns = columnsOf(images.length, stage.width / stage.height, TILE_SHAPE);
  const width = stage.width / columns;
  const size = sizeFor(width * devicePixelRatio, (width / 1.5) * devicePixelRatio);
  return (
    <div
      className={styles.tiles}
      role="group"
      aria-label={title}
      style={{ gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))` }}
    >
      {images.map((image) => {
        const isKept = kept.has(image.id);
        return (
          <button
            key={image.id}
            type="button"
            className={classes(styles.tile, image.id === focused && styles.focused)}
            aria-pressed={isKept}
            tabIndex={image.id === focused ? 0 : -1}
            data-tile={image.id}
            onFocus={() => onFocus(image.id)}
            onClick={() => onMark(image.id)}
          >
            <span className={styles.picture}>
              <Preview image={image} size={size} alt="" />
            </span>
            {isKept && (
              <span className={styles.check}>
                <Check size={16} aria-hidden />
              </span>
            )}
            <span className={styles.foot}>
              <strong>
                {nameOf(image)}
                <span className={text.visuallyHidden}>, {ratingWords(image.rating)}: </span>
              </strong>
              <span className={styles.fate}>
                {isKept ? (
                  t('keep')
                ) : (
                  <>
                    <X size={14} aria-hidden />
                    {t('reject')}
                  </>
                )}
              </span>
            </span>
          </button>
        );
      })}
    </div>
  );
}
