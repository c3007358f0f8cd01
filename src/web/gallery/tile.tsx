import { memo, type MouseEvent, useCallback, useState } from 'react';
import { Check, Minus } from 'lucide-react';
import type { ImageRecord } from '../../contract/image-record.ts';
import type { Rendering } from '../../contract/rendering.ts';
import type { LoadedPreview } from '../api/preview-load.ts';
import { sizeFor } from '../api/preview-url.ts';
import { t } from '../i18n/words.ts';
import { useIsPlace } from '../organising/albums/ordered-album.ts';
import { useMarked } from '../organising/marks-ahead.ts';
import { BriefRating, ColorDots, describeImage, Rating, RejectWaits } from '../ui/marks.tsx';
import { Preview } from '../ui/preview.tsx';
import { FoldCount } from './folds/fold-count.tsx';
import type { Group } from './folds/groups.ts';
import { OlderMark, useOlder } from './older-mark.tsx';
import { type PublishedMark, usePublishedMark } from './published-mark.ts';
import { isSelecting, useIsSelected } from './selection.ts';
import { dragHandlers } from './tile-drag.ts';
import { TileMarks } from './tile-marks.tsx';
import { useNear } from './use-near.ts';
import { useTilePress } from './use-tile-press.ts';
import { classes } from '../ui/classes.ts';
import preview from '../ui/preview.module.css';
import styles from './tile.module.css';
import { below } from '../base.ts';

interface Props {
  id: number;
  /** undefined until it has arrived. */
  image: ImageRecord | undefined;
  /** The address of a tiny picture, shown until the preview arrives. */
  placeholder: string | undefined;
  index: number;
  total: number;
  left: number;
  width: number;
  height: number;
  /** There is room for a caption. */
  captioned: boolean;
  /** `?…` of the gallery, so that the image knows its list. */
  address: string;
  /** Who renders, read once for all tiles. */
  rendering: Rendering | null;
  isTabStop: boolean;
  /** Of two or more; undefined for a picture by itself, and where groups are not folded. */
  group: Group | undefined;
  /** It is beside the others of its group. */
  isUnfolded: boolean;
  isFirst: boolean;
  isLast: boolean;
  onOpen: (index: number) => void;
  onChoose: (id: number, isRange: boolean) => void;
  onFold: (id: number) => void;
}

/** Stars, reject and labels need this much of a picture. */
const MARKS_PX = { width: 150, height: 100 };

/** One picture of the grid: a link with the preview and, below it, name, stars and labels. */
export const Tile = memo(function Tile(props: Props) {
  const { id, placeholder, index, total, left, width, height, captioned, address, isTabStop, onOpen, onChoose } = props;
  const { group, isUnfolded, isFirst, isLast, onFold } = props;
  const image = useMarked(props.image);
  const isSelected = useIsSelected(id);
  const [isStale, setIsStale] = useState(false);
  const older = useOlder(id, image?.preview_version ?? '', isStale, props.rendering);
  const [message, setMessage] = useState('');
  const [isNear, handlers] = useNear();
  const published = usePublishedMark(id);
  const isPlace = useIsPlace(id);
  const press = useTilePress(id, isSelected === true, onChoose);
  const noteStaleness = useCallback((preview: LoadedPreview) => setIsStale(preview.isStale), []);

  const words = image ? describeImage(image) : t('common.loading');
  const label = [words, message, older?.words, published?.words].filter(Boolean).join(', ');

  const click = (event: MouseEvent) => {
    if (event.button !== 0) return;
    event.preventDefault();
    if (press.wasLong(event)) return;
    if (event.shiftKey || event.metaKey || event.ctrlKey || isSelecting()) onChoose(id, event.shiftKey);
    else onOpen(index);
  };

  return (
    <div
      className={classes(
        styles.tile,
        image && image.rating < 0 && styles.rejected,
        isSelected !== false && styles.selected,
        !captioned && styles.bare,
        isUnfolded && styles.unfolded,
        isUnfolded && isFirst && styles.first,
        isUnfolded && isLast && styles.last,
        isPlace && styles[isPlace],
      )}
      role="listitem"
      aria-setsize={total}
      aria-posinset={index + 1}
      style={{ left, width }}
      {...press.handlers}
      {...handlers}
      {...dragHandlers(id)}
    >
      <a
        className={styles.picture}
        href={below(`/images/${id}${address}`)}
        data-image={id}
        data-index={index}
        tabIndex={isTabStop ? 0 : -1}
        aria-label={label}
        style={{ height }}
        draggable={false}
        onClick={click}
      >
        {placeholder !== undefined && (
          <img className={classes(preview.preview, preview.placeholder)} src={placeholder} alt="" draggable={false} />
        )}
        {image && (
          <Preview
            image={image}
            size={sizeFor(width * devicePixelRatio, height * devicePixelRatio)}
            alt={words}
            onLoaded={noteStaleness}
            onMessage={setMessage}
          />
        )}
        {older && <OlderMark older={older} />}
      </a>
      <SelectBox
        isSelected={isSelected}
        name={image?.filename ?? String(id)}
        tabIndex={isTabStop ? 0 : -1}
        onClick={(event) => {
          if (!press.wasLong(event)) onChoose(id, event.shiftKey);
        }}
      />
      {group && (!isUnfolded || isFirst) && (
        <FoldCount
          group={group}
          isUnfolded={isUnfolded}
          className={styles.fold}
          tabIndex={isTabStop ? 0 : -1}
          onFold={() => onFold(id)}
        />
      )}
      {isNear && image && width >= MARKS_PX.width && height >= MARKS_PX.height && (
        <TileMarks image={image} bottom={height} />
      )}
      {captioned ? (
        <Caption image={image} published={published} />
      ) : (
        image && <Corner image={image} published={published} />
      )}
    </div>
  );
});

interface SelectBoxProps {
  isSelected: boolean | 'mixed';
  name: string;
  tabIndex: number;
  onClick: (event: MouseEvent) => void;
}

function SelectBox({ isSelected, name, tabIndex, onClick }: SelectBoxProps) {
  const Mark = isSelected === 'mixed' ? Minus : Check;
  return (
    <button
      type="button"
      className={styles.check}
      role="checkbox"
      aria-checked={isSelected}
      aria-label={t('selection.select', { name })}
      tabIndex={tabIndex}
      onClick={onClick}
    >
      <span className={styles.checkMark}>
        <Mark size={14} strokeWidth={3} aria-hidden />
      </span>
    </button>
  );
}

/** Below a picture. The link already says all of this. */
function Caption({ image, published }: { image: ImageRecord | undefined; published: PublishedMark | undefined }) {
  return (
    <div className={styles.caption} aria-hidden="true">
      {image && (
        <>
          <span className={styles.name} title={image.filename}>
            {image.filename}
          </span>
          <span className={styles.marks}>
            <Rating rating={image.rating} />
            <RejectWaits image={image} />
            <ColorDots labels={image.color_labels} />
            {published?.mark}
          </span>
        </>
      )}
    </div>
  );
}

/** In a corner of a picture without a caption. */
function Corner({ image, published }: { image: ImageRecord; published: PublishedMark | undefined }) {
  if (image.rating === 0 && image.color_labels.length === 0 && !published) return null;
  return (
    <div className={styles.corner} aria-hidden="true">
      <BriefRating rating={image.rating} />
      <RejectWaits image={image} />
      <ColorDots labels={image.color_labels} />
      {published?.mark}
    </div>
  );
}
