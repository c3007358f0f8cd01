import { type RefObject, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import type { ImageRecord } from '../../contract/image-record.ts';
import { knownPreview, type LoadedPreview } from '../api/preview-load.ts';
import { type PreviewSize, sizeFor } from '../api/preview-url.ts';
import { number, t } from '../i18n/words.ts';
import { classes } from '../ui/classes.ts';
import { describeImage } from '../ui/marks.tsx';
import type { LivePicture } from './live/live-picture.ts';
import { useLiveState } from './live/use-live-picture.ts';
import { CropView } from './crop/crop-view.tsx';
import type { Looks } from './looks.ts';
import { MaskView } from './masks/mask-view.tsx';
import { ShapesView } from './masks/shapes-view.tsx';
import { GuideLines } from './guides/guide-lines.tsx';
import { HandlesView } from './handles/handles-view.tsx';
import { LevelingView } from './guides/leveling-view.tsx';
import { PickerView } from './picker/picker-view.tsx';
import { PicturePixels } from './pixels/picture-pixels.tsx';
import { PlacedImage } from './placed-image.tsx';
import { useLoadAhead } from './load-ahead.ts';
import { SplitView } from './split-view.tsx';
import { StageMessage } from './stage-message.tsx';
import { useStageRoom } from './stage-room.ts';
import { type StageControls, useStageZoom, type Zoom } from './stage-zoom.ts';
import type { Before } from './use-before.ts';
import { useSwipe } from './swipe.ts';
import { useTileGrid, useTiles } from './tiles/use-tiles.ts';
import { usePreview } from './use-preview.ts';
import { type Box, boxIn, frameIn, fullScale, isSameShape, shapeShown, type Size, visiblePart } from './zoom.ts';
import motion from '../ui/motion.module.css';
import styles from './stage.module.css';

interface Props {
  image: ImageRecord;
  /** The pictures likely to come next. */
  neighbours: readonly (ImageRecord | undefined)[];
  /** The earlier picture, shown instead or beside it while there is one. */
  before: Before;
  onBack: () => void;
  onOn: () => void;
  onShown: (preview: LoadedPreview) => void;
  /** Whether the stored picture is as sharp as the stage needs it. */
  onSharp: (isSharp: boolean) => void;
  onZoom: (zoom: Zoom) => void;
  live: LivePicture;
  looks: Looks;
  controls: RefObject<StageControls | null>;
}

const ALL_SIZES: readonly PreviewSize[] = ['5', 'xlarge', 'large', 'medium', 'small'];
/** The room of what stands below the picture while something is done on it. */
const FOOT_PX = 68;
/** From this zoom on the fitted picture is too coarse. */
const NEEDS_MORE = 1.15;

/**
 * The picture, fitted to the window, then zoomed as wanted. A small preview from the gallery stands in until the sharp
 * one arrives; after zooming in, the whole picture is loaded. The zoom stays when going to the next picture.
 */
export function Stage({
  image,
  neighbours,
  before,
  onBack,
  onOn,
  onShown,
  onSharp,
  onZoom,
  live,
  looks,
  controls,
}: Props) {
  const stage = useRef<HTMLDivElement>(null);
  const room = useStageRoom(stage);
  const hasFoot = looks.picking !== null || looks.leveling !== null;
  const now = useLiveState(live);
  const [loaded, setLoaded] = useState<(Size & { id: number }) | null>(null);
  /** What is on the screen has this shape, whatever the record says. */
  const pictured = now.picture ?? (loaded?.id === image.id ? loaded : null);
  const shape = shapeShown(image, pictured);
  const box = useMemo(
    () => room && boxIn(hasFoot ? { ...room, height: Math.max(1, room.height - FOOT_PX) } : room, shape),
    [room, shape, hasFoot],
  );
  const size: PreviewSize | null = box && sizeFor(box.width * devicePixelRatio, box.height * devicePixelRatio);
  const [known, setKnown] = useState<Size | null>(null);
  // One of another shape belongs to an edit before.
  const whole = known && pictured && !isSameShape(known, pictured) ? null : known;
  const frame = useMemo(() => box && frameIn(box, whole ?? pictured), [box, whole, pictured]);
  const full = frame ? fullScale(image, frame.width * devicePixelRatio, whole) : 1;
  const { transform, isZoomed, percent, toggle } = useStageZoom(stage, { room, box, full, controls, onZoom });
  const isLarge = transform.k > NEEDS_MORE;
  /** Where the whole picture is on the stage. */
  const onStage = useMemo(
    () =>
      box &&
      frame && {
        left: transform.x + (box.left + frame.left) * transform.k,
        top: transform.y + (box.top + frame.top) * transform.k,
        width: frame.width * transform.k,
        height: frame.height * transform.k,
      },
    [box, frame, transform],
  );
  const part = useMemo(
    () => (isLarge && room && onStage ? visiblePart(onStage, room) : null),
    [isLarge, room, onStage],
  );
  const across = (onStage?.width ?? 0) * devicePixelRatio;
  const tileGrid = useTileGrid(image, isLarge);
  const tiles = useTiles(image, tileGrid, { visible: part, across, isPaused: now.isUnstored });
  const fitted = usePreview(image, size);
  const largest = usePreview(image, size && isLarge && tiles.isUnavailable ? '5' : null, { whole: true });
  const [largestWidth, setLargestWidth] = useState<number | null>(null);

  const trueSize = now.size ?? tileGrid.grid;
  const noteSize = useEffectEvent(() => setKnown(trueSize));
  useEffect(() => noteSize(), [trueSize?.width, trueSize?.height]);
  const shown = largest.preview ?? fitted.preview;
  const isSharp = !isLarge || tiles.isComplete || tiles.isUnavailable;
  useEffect(() => onSharp(isSharp), [isSharp, onSharp]);
  useEffect(() => {
    if (!frame) return;
    const onScreen = (length: number) => Math.round(length * devicePixelRatio);
    live.look({
      fitted: { width: onScreen(frame.width), height: onScreen(frame.height) },
      zoom: transform.k,
      part,
      full: tileGrid.grid,
    });
  }, [live, frame, transform.k, part, tileGrid.grid]);

  useLoadAhead(neighbours, size);

  const swipe = useSwipe({ onLeft: onOn, onRight: onBack });
  const standIn = useMemo(() => {
    const known = ALL_SIZES.map((name) => knownPreview(image, name)).find((preview) => preview !== null);
    return known?.url ?? null;
  }, [image]);

  const fullWidth = frame && Math.round(full * frame.width * devicePixelRatio);
  const isCoarse =
    isZoomed && largestWidth !== null && fullWidth !== null && largestWidth < 0.9 * fullWidth && percent > 60;
  const earlier = before.picture;
  const isHidden = earlier !== null && !before.isSplit;
  const hidden = isHidden && styles.hidden;
  const words = describeImage(image);
  const isBusy = looks.cropping !== null || looks.picking !== null || looks.leveling !== null;
  const masking = isHidden || looks.cropping ? null : looks.masking;

  return (
    <div
      className={styles.stage}
      ref={stage}
      data-zoomed={isZoomed}
      data-gray={masking?.showsMask}
      {...(isZoomed ? {} : swipe)}
      onDoubleClick={(event) => {
        const { left, top } = event.currentTarget.getBoundingClientRect();
        toggle([event.clientX - left, event.clientY - top]);
      }}
    >
      {box && (
        <div
          className={styles.picture}
          style={{
            width: box.width,
            height: box.height,
            transform: `translate(${transform.x + box.left * transform.k}px, ${transform.y + box.top * transform.k}px) scale(${transform.k})`,
          }}
        >
          {standIn !== null && !shown && <img className={styles.layer} src={standIn} alt="" />}
          {fitted.preview && (
            <img
              key={`${image.id} fitted`}
              className={classes(styles.layer, hidden)}
              src={fitted.preview.url}
              // What lies above it says so itself.
              alt={now.whole ? '' : words}
              draggable={false}
              onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) => {
                setLoaded({ id: image.id, width: naturalWidth, height: naturalHeight });
                if (fitted.preview) onShown(fitted.preview);
              }}
            />
          )}
          {largest.preview && (
            <img
              key={`${image.id} largest`}
              className={classes(styles.layer, hidden)}
              src={largest.preview.url}
              alt=""
              draggable={false}
              onLoad={({ currentTarget }) => setLargestWidth(currentTarget.naturalWidth)}
            />
          )}
        </div>
      )}
      {onStage && (
        <>
          {tiles.shown.map(({ tile: { url }, place }) => (
            <PlacedImage key={url} url={url} place={place} frame={onStage} isHidden={isHidden} />
          ))}
          {now.whole && <PlacedImage {...now.whole} alt={words} frame={onStage} isHidden={isHidden} />}
          {now.part && <PlacedImage {...now.part} frame={onStage} isHidden={isHidden} />}
          {!isHidden && (
            <PicturePixels
              blob={now.whole?.blob ?? shown?.blob ?? null}
              frame={onStage}
              stage={stage}
              isClipping={looks.isClipping}
              readout={looks.readout}
            />
          )}
          {isHidden && <PlacedImage {...earlier} alt={t('detail.before')} frame={onStage} />}
          {earlier && !isHidden && room && <SplitView before={earlier} frame={onStage} room={room} />}
        </>
      )}
      {masking?.showsMask && onStage && (
        <MaskView
          id={image.id}
          masking={masking}
          frame={onStage}
          onEnd={() => looks.setMasking((was) => was && { ...was, showsMask: false })}
        />
      )}
      {masking?.showsShapes && onStage && (
        <ShapesView
          id={image.id}
          masking={masking}
          frame={onStage}
          onFailed={() => looks.setMasking((was) => was && { ...was, showsShapes: false })}
        />
      )}
      {looks.cropping && room && <CropView id={image.id} room={room} cropping={looks.cropping} />}
      {looks.picking && onStage && !looks.cropping && <PickerView frame={onStage} picking={looks.picking} />}
      {looks.guide !== 'none' && onStage && !looks.cropping && <GuideLines guide={looks.guide} frame={onStage} />}
      {looks.handling && onStage && (shown ?? now.whole) && !isHidden && !isBusy && (
        <HandlesView handling={looks.handling} frame={onStage} />
      )}
      {looks.leveling && onStage && !looks.cropping && <LevelingView leveling={looks.leveling} />}
      {!shown && !now.whole && <StageMessage image={image} {...fitted} />}
      {isHidden && <span className={styles.flag}>{t('detail.before')}</span>}
      {!isHidden && now.whole?.isDraft && onStage && (
        <span className={styles.draft} style={cornerOf(onStage, room)}>
          {t('detail.draft')}
        </span>
      )}
      {!isSharp && now.part === null && (
        <p className={classes(styles.hint, motion.appears)}>{t('detail.pixelsComing')}</p>
      )}
      {isCoarse && (
        <p className={styles.hint}>
          {t('detail.zoomLimited', { width: number(largestWidth), full: number(fullWidth) })}
        </p>
      )}
    </div>
  );
}

const INSET_PX = 12;

/** The lower left corner of the picture, or of the stage where it is larger. */
const cornerOf = ({ left, top, height }: Box, room: Size | null) => ({
  left: Math.max(0, left) + INSET_PX,
  top: Math.min(room?.height ?? Infinity, top + height) - INSET_PX,
});
