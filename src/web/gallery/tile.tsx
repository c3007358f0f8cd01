import { type DragEvent, memo, type MouseEvent, useCallback, useRef, useState } from 'react';
import { Check, Minus } from 'lucide-react';
import type { ImageRecord } from '../../contract/image-record.ts';
import type { Rendering } from '../../contract/rendering.ts';
import type { LoadedPreview } from '../api/preview-load.ts';
import { sizeFor } from '../api/preview-url.ts';
import { t } from '../i18n/words.ts';
import { markPlace, moveTo, orderedAlbum, placeToDrop, useIsPlace } from '../organising/albums/ordered-album.ts';
import { draggedPictures, dragPictures, setDragged } from '../organising/drag/dragging.ts';
import { useMarked } from '../organising/marks-ahead.ts';
import { BriefRating, ColorDots, describeImage, Rating, RejectWaits } from '../ui/marks.tsx';
import { Preview } from '../ui/preview.tsx';
import { FoldCount } from './folds/fold-count.tsx';
import { membersOf } from './folds/folds.ts';
import type { Group } from './folds/groups.ts';
import { OlderMark, useOlder } from './older-mark.tsx';
import { type PublishedMark, usePublishedMark } from './published-mark.ts';
import { isSelecting, selection, useIsSelected } from './selection.ts';
import { TileMarks } from './tile-marks.tsx';
import { useLongPress } from './use-long-press.ts';
import { classes } from '../ui/classes.ts';
import preview from '../ui/preview.module.css';
import styles from './tile.module.css';

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

/** Where the mark is. */
function drop(ids: readonly number[]): void {
  const place = placeToDrop();
  markPlace(null);
  if (place && !ids.includes(place.id)) void moveTo(ids, place);
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
  /** The mouse is over it, or the keyboard is in it. */
  const [isNear, setIsNear] = useState(false);
  const published = usePublishedMark(id);
  const isPlace = useIsPlace(id);
  const isCarried = useRef(false);
  const press = useLongPress({
    onLong: () => {
      // In the order of an album, the selected pictures go with the finger.
      isCarried.current = isSelected === true && orderedAlbum() !== null;
      // Fingers have no Shift: from the last one selected to here.
      if (!isCarried.current) onChoose(id, selection().size > 0 && isSelected !== true);
    },
    onDragTo: (to, isAfter) => {
      if (isCarried.current) markPlace({ id: to, isAfter });
      else onChoose(to, true);
    },
    onLift: () => {
      if (isCarried.current) drop([...selection()]);
      isCarried.current = false;
    },
  });
  const noteStaleness = useCallback((preview: LoadedPreview) => setIsStale(preview.isStale), []);

  const words = image ? describeImage(image) : t('common.loading');
  const label = [words, message, older?.words, published?.words].filter(Boolean).join(', ');

  const dragOver = (event: DragEvent) => {
    if (draggedPictures() === null || orderedAlbum() === null) return;
    event.preventDefault();
    const { left: from, width: across } = event.currentTarget.getBoundingClientRect();
    markPlace({ id, isAfter: event.clientX > from + across / 2 });
  };

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
      onPointerEnter={({ pointerType }) => setIsNear(pointerType === 'mouse')}
      onPointerLeave={({ currentTarget }) => setIsNear(currentTarget.querySelector(':focus-visible') !== null)}
      onFocus={({ target }) => setIsNear((before) => before || target.matches(':focus-visible'))}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) setIsNear(currentTarget.matches(':hover'));
      }}
      onDragOver={dragOver}
      onDragLeave={() => markPlace(null)}
      onDrop={(event) => {
        const ids = draggedPictures();
        if (ids === null || placeToDrop() === null) return;
        event.preventDefault();
        setDragged(null);
        drop(ids);
      }}
      onDragStart={(event: DragEvent) => dragPictures(event, selection().has(id) ? [...selection()] : membersOf(id))}
    >
      <a
        className={styles.picture}
        href={`/images/${id}${address}`}
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
