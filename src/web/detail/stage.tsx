import { useRef, useState } from 'react';
import type { ImageRecord } from '../../contract/image-record.ts';
import { number, t } from '../i18n/words.ts';
import { classes } from '../ui/classes.ts';
import { describeImage } from '../ui/marks.tsx';
import { PeakingMarks } from './pixels/peaking-marks.tsx';
import { PicturePixels } from './pixels/picture-pixels.tsx';
import { PlacedImage } from './placed-image.tsx';
import { SplitView } from './split-view.tsx';
import { StageMessage } from './stage-message.tsx';
import { StageTools } from './stage-tools.tsx';
import { useSwipe } from './swipe.ts';
import type { OpenPicture } from './use-open-picture.ts';
import { type StageState, useStage } from './use-stage.ts';
import type { Box, Size } from './zoom.ts';
import motion from '../ui/motion.module.css';
import styles from './stage.module.css';

/** The picture, fitted to the window, then zoomed as wanted; over it what is done on it, and what is to be known. */
export function Stage({ open, image }: { open: OpenPicture; image: ImageRecord }) {
  const { looks, before, ways } = open;
  const stage = useRef<HTMLDivElement>(null);
  const state = useStage(stage, image, open);
  const { room, onStage, isZoomed, now, shown } = state;
  const swipe = useSwipe({ onLeft: ways.goOn, onRight: ways.goBack });
  const [largestWidth, setLargestWidth] = useState<number | null>(null);
  const earlier = before.picture;
  const isHidden = earlier !== null && !before.isSplit;
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
        state.toggle([event.clientX - left, event.clientY - top]);
      }}
    >
      <Previews {...{ state, image, isHidden }} onShown={open.stage.noteShown} onWidth={setLargestWidth} />
      {onStage && (
        <>
          {state.tiles.shown.map(({ tile: { url }, place }) => (
            <PlacedImage key={url} url={url} place={place} frame={onStage} isHidden={isHidden} />
          ))}
          {now.whole && <PlacedImage {...now.whole} alt={describeImage(image)} frame={onStage} isHidden={isHidden} />}
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
          {looks.isPeaking && <PeakingMarks stage={stage} seen={seenOf(state)} />}
          {isHidden && <PlacedImage {...earlier} alt={t('detail.before')} frame={onStage} />}
          {earlier && !isHidden && room && <SplitView before={earlier} frame={onStage} room={room} />}
        </>
      )}
      <StageTools
        id={image.id}
        {...{ looks, masking, room }}
        frame={onStage}
        hasPicture={(shown ?? now.whole) !== null && !isHidden}
      />
      {!shown && !now.whole && <StageMessage image={image} {...state.fitted} />}
      {isHidden && (
        <span className={styles.flag}>
          {looks.peeked === null ? t('detail.before') : t('detail.step', { step: number(looks.peeked) })}
        </span>
      )}
      {!isHidden && now.whole?.isDraft && onStage && (
        <span className={styles.draft} style={cornerOf(onStage, room)}>
          {t('detail.draft')}
        </span>
      )}
      <Hints state={state} largestWidth={state.cameraWidth ?? largestWidth} />
    </div>
  );
}

interface PreviewsProps {
  state: StageState;
  image: ImageRecord;
  isHidden: boolean;
  onShown: OpenPicture['stage']['noteShown'];
  /** The pixels across of the largest one. */
  onWidth: (width: number) => void;
}

/** The stored pictures, which the browser scales. */
function Previews({ state, image, isHidden, onShown, onWidth }: PreviewsProps) {
  const { box, transform, standIn, shown, now, setLoaded } = state;
  const fitted = state.fitted.preview;
  const largest = state.largest.preview;
  if (!box) return null;
  const { width, height } = box;
  const [left, top] = [transform.x + box.left * transform.k, transform.y + box.top * transform.k];
  const layer = classes(styles.layer, isHidden && styles.hidden);
  return (
    <div
      className={styles.picture}
      style={{ width, height, transform: `translate(${left}px, ${top}px) scale(${transform.k})` }}
    >
      {standIn !== null && !shown && <img className={styles.layer} src={standIn} alt="" />}
      {fitted && (
        <img
          key={`${image.id} fitted`}
          className={layer}
          src={fitted.url}
          // What lies above it says so itself.
          alt={now.whole ? '' : describeImage(image)}
          draggable={false}
          onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) => {
            setLoaded({ id: image.id, width: naturalWidth, height: naturalHeight });
            onShown(fitted);
          }}
        />
      )}
      {largest && (
        <img
          key={`${image.id} largest`}
          className={layer}
          src={largest.url}
          alt=""
          draggable={false}
          onLoad={({ currentTarget }) => onWidth(currentTarget.naturalWidth)}
        />
      )}
    </div>
  );
}

/** Why the pixels seen are not yet, or not at all, those of the picture. */
function Hints({ state, largestWidth }: { state: StageState; largestWidth: number | null }) {
  const { isSharp, now, isZoomed, percent, fullWidth } = state;
  const isCoarse =
    isZoomed && largestWidth !== null && fullWidth !== null && largestWidth < 0.9 * fullWidth && percent > 60;
  return (
    <>
      {!isSharp && now.part === null && (
        <p className={classes(styles.hint, motion.appears)}>{t('detail.pixelsComing')}</p>
      )}
      {isCoarse && (
        <p className={styles.hint}>
          {t('detail.zoomLimited', { width: number(largestWidth), full: number(fullWidth) })}
        </p>
      )}
    </>
  );
}

/** Another text for other pixels on the stage. */
const seenOf = ({ onStage, tiles, shown, now, loaded }: StageState): string =>
  [JSON.stringify(onStage), tiles.shown.length, shown?.url, now.whole?.url, now.part?.url, loaded?.id].join();

const INSET_PX = 12;

/** The lower left corner of the picture, or of the stage where it is larger. */
const cornerOf = ({ left, top, height }: Box, room: Size | null) => ({
  left: Math.max(0, left) + INSET_PX,
  top: Math.min(room?.height ?? Infinity, top + height) - INSET_PX,
});
