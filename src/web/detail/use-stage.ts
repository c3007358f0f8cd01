import { type RefObject, useEffect, useEffectEvent, useMemo, useState } from 'react';
import type { ImageRecord } from '../../contract/image-record.ts';
import { sharpestKnown } from '../api/preview-load.ts';
import { sizeFor } from '../api/preview-url.ts';
import { useLiveState } from './live/use-live-picture.ts';
import { useLoadAhead } from './load-ahead.ts';
import { useStageRoom } from './stage-room.ts';
import { useStageZoom } from './stage-zoom.ts';
import { useTileGrid, useTiles } from './tiles/use-tiles.ts';
import type { OpenPicture } from './use-open-picture.ts';
import { usePreview } from './use-preview.ts';
import { boxIn, frameIn, fullScale, isSameShape, isWhole, shapeShown, type Size, visiblePart } from './zoom.ts';

/** The room of what stands below the picture while something is done on it. */
const FOOT_PX = 68;
/** From this zoom on the fitted picture is too coarse. */
const NEEDS_MORE = 1.15;

export type StageState = ReturnType<typeof useStage>;

/**
 * Where the picture is on the stage, and what shows it there. A small preview from the gallery stands in until the sharp one arrives; after
 * zooming in, its visible part is made, or the whole picture loaded.
 */
export function useStage(stage: RefObject<HTMLDivElement | null>, image: ImageRecord, open: OpenPicture) {
  const { live, looks, list } = open;
  const { setSharp } = open.stage;
  const now = useLiveState(live);
  const [loaded, setLoaded] = useState<(Size & { id: number }) | null>(null);
  /** What is on the screen has this shape, whatever the record says. */
  const pictured = now.picture ?? (loaded?.id === image.id ? loaded : null);
  const [trueSize, setTrueSize] = useState<Size | null>(null);
  const hasFoot = looks.picking !== null || looks.leveling !== null;
  const place = useStagePlace(stage, image, open, { pictured, trueSize, hasFoot });
  const { box, frame, transform, part, onStage, isLarge } = place;

  const size = box && sizeFor(box.width * devicePixelRatio, box.height * devicePixelRatio);
  const tileGrid = useTileGrid(image, isLarge);
  const across = (onStage?.width ?? 0) * devicePixelRatio;
  const edited = useTiles(tileGrid, { visible: part, across, isPaused: now.isUnstored });
  const fitted = usePreview(image, size);
  const source = fitted.preview?.source;
  // Where no darktable makes tiles, and the picture shows no edits anyway, its file has the pixels.
  const isCamera = isLarge && edited.isUnavailable && (source === 'local' || source === 'embedded');
  const cameraGrid = useTileGrid(image, isCamera, 'camera');
  const inFile = cameraGrid.grid;
  const whole = inFile && isWhole(image, inFile) ? inFile : null;
  const camera = useTiles(cameraGrid, { visible: isCamera ? part : null, across, isPaused: false });
  const tiles = isCamera ? camera : edited;
  const largest = usePreview(image, size && isLarge && tiles.isUnavailable ? '5' : null);
  useLoadAhead([list.recordAt(list.at + 1), list.recordAt(list.at - 1)], size);
  const standIn = useMemo(() => sharpestKnown(image), [image]);

  const found = now.size ?? tileGrid.grid ?? whole;
  const noteSize = useEffectEvent(() => setTrueSize(found));
  useEffect(() => noteSize(), [found?.width, found?.height]);
  const isSharp = !isLarge || tiles.isComplete || tiles.isUnavailable;
  useEffect(() => setSharp(isSharp), [isSharp, setSharp]);
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

  const shown = largest.preview ?? fitted.preview;
  const cameraWidth = isCamera && inFile ? inFile.width : null;
  return { ...place, now, tiles, cameraWidth, fitted, largest, standIn, shown, isSharp, loaded, setLoaded };
}

interface Known {
  pictured: Size | null;
  /** Of the whole picture at 100 %; it may belong to an edit before. */
  trueSize: Size | null;
  hasFoot: boolean;
}

/** Where the picture lies, fitted and zoomed. The zoom stays when going to the next picture. */
function useStagePlace(
  stage: RefObject<HTMLDivElement | null>,
  image: ImageRecord,
  { stage: { controls, setZoom } }: OpenPicture,
  { pictured, trueSize, hasFoot }: Known,
) {
  const room = useStageRoom(stage);
  const shape = shapeShown(image, pictured);
  const box = useMemo(
    () => room && boxIn(hasFoot ? { ...room, height: Math.max(1, room.height - FOOT_PX) } : room, shape),
    [room, shape, hasFoot],
  );
  const whole = trueSize && pictured && !isSameShape(trueSize, pictured) ? null : trueSize;
  const frame = useMemo(() => box && frameIn(box, whole ?? pictured), [box, whole, pictured]);
  const full = frame ? fullScale(image, frame.width * devicePixelRatio, whole) : 1;
  const zoom = useStageZoom(stage, { room, box, full, controls, onZoom: setZoom });
  const { transform } = zoom;
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
  /** The width of the picture at 100 %. */
  const fullWidth = frame && Math.round(full * frame.width * devicePixelRatio);
  return { ...zoom, room, box, frame, onStage, part, isLarge, fullWidth };
}
