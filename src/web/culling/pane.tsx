import { type RefObject, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { ImageRecord } from '../../contract/image-record.ts';
import { sharpestKnown } from '../api/preview-load.ts';
import type { PreviewSize } from '../api/preview-url.ts';
import { PeakingMarks } from '../detail/pixels/peaking-marks.tsx';
import { PlacedImage } from '../detail/placed-image.tsx';
import { StageMessage } from '../detail/stage-message.tsx';
import { usePreview } from '../detail/use-preview.ts';
import type { Size } from '../detail/zoom.ts';
import { describeImage } from '../ui/marks.tsx';
import { classes } from '../ui/classes.ts';
import type { Decoded } from './decoded-pictures.ts';
import { fittedSize } from './fitted-size.ts';
import { useLook, type LookStore } from './look-store.ts';
import type { OnPane } from './look-steps.ts';
import { Navigator } from './navigator.tsx';
import { type Dragged, type Judging, usePaneHands } from './pane-hands.ts';
import { kindOf } from './picture-kind.ts';
import { percentOf, place } from './picture-place.ts';
import { useFront, usePictured, useRealPixels } from './real-pixels.ts';
import { Tags } from './pane-tags.tsx';
import type { Seen } from './seen.ts';
import type { Ahead } from './use-ahead.ts';
import type { Kinds } from './use-kind.ts';
import { t } from './words.ts';
import styles from './pane.module.css';

/** After this, a missing picture is explained. */
const SLOW_MS = 400;

interface Props {
  image: ImageRecord;
  /** How large the pane is; null until that is known. */
  room: Size | null;
  store: LookStore;
  pictures: Ahead;
  kinds: Kinds;
  /** What is in focus is marked. */
  isPeaking: boolean;
  /** Which of the panes this is. */
  at?: number;
  isOneOfSeveral?: boolean;
  hasLadder?: boolean;
  hasNavigator?: boolean;
  /** For keys and buttons. */
  onPane?: RefObject<OnPane | null>;
  onSeen?: ((seen: Seen) => void) | undefined;
  onBrowse: (step: 1 | -1) => void;
  onJudge: (wish: Dragged) => void;
  onJudging?: (drag: Judging | null) => void;
}

/** One picture as large as its pane: whole, or enlarged at the place that all panes share. */
export function Pane(props: Props) {
  const {
    image,
    room,
    store,
    pictures: { fitted, tiles: pool },
    kinds: { kind, switchKind },
    isPeaking,
    at = 0,
    isOneOfSeveral = false,
    hasLadder = false,
    hasNavigator = false,
    onPane,
    onSeen,
  } = props;
  const pane = useRef<HTMLDivElement>(null);
  const { isStep } = useLook(store);
  const look = store.of(image.id);
  const isZoomed = look.scale !== null;
  const [aside, setAside] = useState(0);
  const size = room && fittedSize(image, room);
  const best = useFront(image, { room, fitted, kind, isZoomed });
  const pictured = usePictured(image, { isZoomed, front: best, kind });
  const placed = room && place(image, room, look, devicePixelRatio, pictured);
  const { tiles, pixels, share } = useRealPixels(image, { isZoomed, room, front: best, pictured, placed, pool, at });
  const percent = placed && percentOf(placed, look);
  useEffect(() => {
    if (percent !== null) onSeen?.({ percent, pixels, share });
  }, [onSeen, percent, pixels, share]);
  const standIn = useMemo(() => sharpestKnown(image), [image]);
  const words = describeImage(image);

  const here = { id: image.id, placed, room, store };
  useLayoutEffect(() => {
    if (onPane) onPane.current = here;
  });
  usePaneHands(pane, {
    ...here,
    isOneOfSeveral,
    hasLadder,
    onDrag: (drag) => {
      setAside(drag?.is === 'browse' ? drag.right : 0);
      props.onJudging?.(drag?.is === 'judge' ? drag : null);
    },
    onBrowse: props.onBrowse,
    onJudge: props.onJudge,
  });

  return (
    <div className={styles.pane} ref={pane} data-zoomed={isZoomed}>
      {placed && (
        <div
          key={image.id}
          className={classes(styles.picture, isStep && tiles.shown.length === 0 && styles.step)}
          data-image={image.id}
          style={{
            width: placed.box.width,
            height: placed.box.height,
            transform: `translate(${placed.left + aside}px, ${placed.top}px) scale(${placed.zoom})`,
          }}
        >
          {best ? (
            <Sharp decoded={best} words={words} />
          ) : (
            standIn !== null && <img className={styles.layer} src={standIn} alt={words} draggable={false} />
          )}
        </div>
      )}
      {placed &&
        tiles.shown.map(({ tile: { url }, place: at }) => (
          <PlacedImage key={url} url={url} place={at} frame={placed.frame} />
        ))}
      {isPeaking && placed && (
        <PeakingMarks
          stage={pane}
          seen={[best?.element.src, tiles.shown.length, aside, JSON.stringify(placed.frame)].join()}
        />
      )}
      {best && (
        <Tags
          isCamera={image.is_raw && (isZoomed ? pictured.grid.grid?.source === 'camera' : kindOf(best) === 'camera')}
          onKind={switchKind}
          seen={isZoomed ? { pixels, share } : null}
        />
      )}
      {hasNavigator && room && placed && placed.zoom > 1 && <Navigator image={image} placed={placed} room={room} />}
      {size && !best && <Slow key={image.preview_version} image={image} size={size} hasStandIn={standIn !== null} />}
    </div>
  );
}

/** Shows the decoded element itself: another one with the same address would be decoded again. */
function Sharp({ decoded: { element }, words }: { decoded: Decoded; words: string }) {
  const holder = useRef<HTMLSpanElement>(null);
  useLayoutEffect(() => {
    element.className = styles.layer ?? '';
    element.dataset.sharp = 'true';
    holder.current?.replaceChildren(element);
  }, [element]);
  useLayoutEffect(() => {
    element.alt = words;
  }, [element, words]);
  return <span ref={holder} />;
}

/** In place of a picture that is late. */
function Slow({ image, size, hasStandIn }: { image: ImageRecord; size: PreviewSize; hasStandIn: boolean }) {
  const [isSlow, setIsSlow] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsSlow(true), SLOW_MS);
    return () => clearTimeout(timer);
  }, []);
  return isSlow ? <Coming image={image} size={size} hasStandIn={hasStandIn} /> : null;
}

function Coming({ image, size, hasStandIn }: { image: ImageRecord; size: PreviewSize; hasStandIn: boolean }) {
  const { preview, ...state } = usePreview(image, size);
  if (preview || hasStandIn)
    return (
      <span className={styles.tags}>
        <span className={styles.tag}>{t('coming')}</span>
      </span>
    );
  return <StageMessage image={image} {...state} />;
}
