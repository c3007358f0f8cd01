import { memo, type MouseEvent, type PointerEvent, useCallback, useRef, useState } from 'react';
import { Check, Clock, History } from 'lucide-react';
import type { ImageRecord } from '../../contract/image-record.ts';
import type { LoadedPreview } from '../api/preview-load.ts';
import { sizeFor } from '../api/preview-url.ts';
import { useIsWaiting } from '../api/waiting.ts';
import { t } from '../i18n/words.ts';
import { BriefRating, ColorDots, describeImage, Rating } from '../ui/marks.tsx';
import { Preview } from '../ui/preview.tsx';
import { selection, useIsSelected } from './selection.ts';

interface Props {
  id: number;
  /** undefined until it has arrived. */
  image: ImageRecord | undefined;
  /** The address of a tiny picture, to be seen until the preview is. */
  placeholder: string | undefined;
  index: number;
  total: number;
  left: number;
  width: number;
  height: number;
  /** There is room for words below the picture. */
  captioned: boolean;
  /** `?…` of the gallery, so that the image knows which list it is part of. */
  address: string;
  isTabStop: boolean;
  onOpen: (index: number) => void;
  onChoose: (index: number, isRange: boolean) => void;
}

const LONG_PRESS_MS = 450;
const SHAKY_PX = 12;

/** One picture of the grid: a link with the preview, and below it name, stars and labels. */
export const Tile = memo(function Tile(props: Props) {
  const { id, image, placeholder, index, total, left, width, height, captioned, address, isTabStop, onOpen, onChoose } =
    props;
  const isSelected = useIsSelected(id);
  const isWaiting = useIsWaiting(id, image?.preview_version ?? '');
  const [isStale, setIsStale] = useState(false);
  const [message, setMessage] = useState('');
  const press = useLongPress(() => onChoose(index, false));
  const noteStaleness = useCallback((preview: LoadedPreview) => setIsStale(preview.isStale), []);

  const words = image ? describeImage(image) : t('common.loading');
  const state = isWaiting ? t('marks.waitingShort') : isStale ? t('marks.staleShort') : '';
  const label = [words, message, state].filter(Boolean).join(', ');

  const click = (event: MouseEvent) => {
    if (event.button !== 0) return;
    if (press.wasLong(event)) {
      event.preventDefault();
      return;
    }
    if (event.shiftKey || event.metaKey || event.ctrlKey || selection().size > 0) {
      event.preventDefault();
      onChoose(index, event.shiftKey);
      return;
    }
    event.preventDefault();
    onOpen(index);
  };

  return (
    <div
      className={`tile ${image && image.rating < 0 ? 'tile-rejected' : ''} ${isSelected ? 'tile-selected' : ''}`}
      role="listitem"
      aria-setsize={total}
      aria-posinset={index + 1}
      style={{ left, width }}
      {...press.handlers}
    >
      <a
        className="tile-picture"
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
          <img className="preview preview-placeholder" src={placeholder} alt="" draggable={false} />
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
        {state !== '' && (
          <span className="tile-badge" title={isWaiting ? t('marks.waiting') : t('marks.stale')}>
            {isWaiting ? <Clock size={14} aria-hidden /> : <History size={14} aria-hidden />}
          </span>
        )}
      </a>
      <button
        type="button"
        className="tile-check"
        role="checkbox"
        aria-checked={isSelected}
        aria-label={t('selection.select', { name: image?.filename ?? String(id) })}
        tabIndex={isTabStop ? 0 : -1}
        onClick={(event) => {
          if (!press.wasLong(event)) onChoose(index, event.shiftKey);
        }}
      >
        <span className="tile-check-mark">
          <Check size={14} strokeWidth={3} aria-hidden />
        </span>
      </button>
      {/* The link says all of this already. */}
      {captioned ? (
        <div className="tile-caption" aria-hidden="true">
          {image && (
            <>
              <span className="tile-name" title={image.filename}>
                {image.filename}
              </span>
              <span className="tile-marks">
                <Rating rating={image.rating} />
                <ColorDots labels={image.color_labels} />
              </span>
            </>
          )}
        </div>
      ) : (
        image &&
        (image.rating !== 0 || image.color_labels.length > 0) && (
          <div className="tile-corner" aria-hidden="true">
            <BriefRating rating={image.rating} />
            <ColorDots labels={image.color_labels} />
          </div>
        )
      )}
    </div>
  );
});

/**
 * A finger that stays on a picture selects it; the click that follows is not meant, whatever of the tile it lands on: the mark in the corner
 * appears below the finger.
 */
function useLongPress(onLongPress: () => void) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const start = useRef<{ x: number; y: number } | null>(null);
  const long = useRef(false);
  const end = () => {
    clearTimeout(timer.current);
    start.current = null;
  };
  return {
    /** Asked by the click itself. One of the keyboard has no finger before it. */
    wasLong: ({ detail }: MouseEvent) => {
      const was = long.current && detail > 0;
      long.current = false;
      return was;
    },
    handlers: {
      onPointerDown: ({ pointerType, clientX, clientY }: PointerEvent) => {
        long.current = false;
        if (pointerType === 'mouse') return;
        start.current = { x: clientX, y: clientY };
        clearTimeout(timer.current);
        timer.current = setTimeout(() => {
          long.current = true;
          start.current = null;
          onLongPress();
        }, LONG_PRESS_MS);
      },
      onPointerMove: ({ clientX, clientY }: PointerEvent) => {
        const from = start.current;
        if (from && Math.hypot(clientX - from.x, clientY - from.y) > SHAKY_PX) end();
      },
      onPointerUp: end,
      onPointerCancel: end,
      onContextMenu: (event: MouseEvent) => {
        // What a long press means to the browser.
        if (long.current || start.current) event.preventDefault();
      },
    },
  };
}
