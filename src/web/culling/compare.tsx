import type { RefObject } from 'react';
import { X } from 'lucide-react';
import type { ImageRecord } from '../../contract/image-record.ts';
import { exposureLine } from '../detail/exposure-line.ts';
import type { Size } from '../detail/zoom.ts';
import { t as page } from '../i18n/words.ts';
import { ColorDots, describeImage, RejectWaits } from '../ui/marks.tsx';
import { StarIcon } from '../ui/icons.tsx';
import { classes } from '../ui/classes.ts';
import type { LookStore } from './look-store.ts';
import type { OnPane } from './look-steps.ts';
import { Pane } from './pane.tsx';
import type { Seen } from './seen.ts';
import { columnsFor, paneRoom } from './panes.ts';
import type { Ahead } from './use-ahead.ts';
import type { Kinds } from './use-kind.ts';
import { nameOf } from './use-judge.ts';
import { t } from './words.ts';
import styles from './compare.module.css';

interface Props {
  images: readonly ImageRecord[];
  /** The id of the picture with the focus. */
  focused: number;
  stage: Size;
  lookOf: (id: number) => LookStore;
  pictures: Ahead;
  kinds: Kinds;
  isPeaking: boolean;
  onFocus: (id: number) => void;
  /** Another picture for the focused pane. */
  onBrowse: (step: 1 | -1) => void;
  onPane: RefObject<OnPane | null>;
  /** The focused one. */
  onSeen: (seen: Seen) => void;
}

/** Two to four pictures side by side. Decisions are about the focused one. */
export function Compare({
  images,
  focused,
  stage,
  lookOf,
  pictures,
  kinds,
  isPeaking,
  onFocus,
  onBrowse,
  onPane,
  onSeen,
}: Props) {
  const columns = columnsFor(images.length, stage);
  const room = paneRoom(images.length, stage);
  return (
    <div
      className={styles.panes}
      role="group"
      aria-label={t('compare')}
      style={{ gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))` }}
    >
      {images.map((image, at) => (
        <figure
          key={at}
          className={classes(styles.pane, image.id === focused && styles.focused)}
          aria-label={describeImage(image)}
          aria-current={image.id === focused || undefined}
          onPointerDownCapture={() => onFocus(image.id)}
        >
          <Pane
            image={image}
            room={room}
            store={lookOf(image.id)}
            {...{ pictures, kinds, isPeaking, at }}
            isOneOfSeveral
            {...(image.id === focused && { onPane, onSeen })}
            onBrowse={onBrowse}
            onJudge={() => undefined}
          />
          <span className={styles.number} aria-hidden>
            {at + 1}
          </span>
          <figcaption className={styles.foot}>
            <strong>{paneName(image, images)}</strong>
            <PaneMarks image={image} />
            <span className={styles.exposure}>{shortExposure(image)}</span>
          </figcaption>
        </figure>
      ))}
    </div>
  );
}

/** Versions of one file have the same name: the number tells them apart, and the title if there is one. */
function paneName(image: ImageRecord, images: readonly ImageRecord[]): string {
  const { id, filename, film_id: film, version, title } = image;
  const isVersion = images.some((one) => one.id !== id && one.filename === filename && one.film_id === film);
  if (!isVersion) return nameOf(image);
  return [t('version', { version }), title].filter((part) => part !== null && part !== '').join(' · ');
}

/** What was decided about a picture, in its foot. */
function PaneMarks({ image }: { image: ImageRecord }) {
  const { rating, color_labels } = image;
  return (
    <span className={styles.marks}>
      {rating < 0 && (
        <span className={styles.rejected}>
          <X size={14} aria-hidden />
          {t('rejected')}
        </span>
      )}
      <RejectWaits image={image} />
      {rating > 0 && (
        <span className={styles.stars} role="img" aria-label={page('marks.stars', { count: rating })}>
          <StarIcon size={12} />
          {rating}
        </span>
      )}
      <ColorDots labels={color_labels} />
    </span>
  );
}

/** The exposure, which differs most between frames of one scene. */
const shortExposure = (image: ImageRecord): string =>
  exposureLine({ ...image, iso: null, focal_length: null, exposure_bias: null });
