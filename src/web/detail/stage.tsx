import {
  type KeyboardEvent,
  type RefObject,
  useCallback,
  useEffect,
  useImperativeHandle,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { select } from 'd3-selection';
import { zoom, zoomIdentity, type ZoomTransform, zoomTransform } from 'd3-zoom';
import type { ImageRecord } from '../../contract/image-record.ts';
import { shapeOf } from '../../contract/image-shape.ts';
import { knownPreview, loadPreview, type LoadedPreview } from '../api/preview-load.ts';
import { type PreviewSize, sizeFor } from '../api/preview-url.ts';
import { number, t } from '../i18n/words.ts';
import { describeImage } from '../ui/marks.tsx';
import { StageMessage } from './stage-message.tsx';
import { useSwipe } from './swipe.ts';
import { usePreview } from './use-preview.ts';
import { boxIn, clampedTo, fullScale, MOST_ZOOM } from './zoom.ts';

export interface StageControls {
  toggle: () => void;
  zoomBy: (factor: number) => void;
  pan: (right: number, down: number) => void;
  fit: () => void;
}

interface Props {
  image: ImageRecord;
  /** What will be wanted next. */
  neighbours: readonly (ImageRecord | undefined)[];
  /** Shown instead, for as long as it is there. */
  before: string | null;
  onBack: () => void;
  onOn: () => void;
  onShown: (preview: LoadedPreview) => void;
  /** Percent of the photograph's own pixels, and whether the whole picture is in the window. */
  onZoom: (zoom: { percent: number; isFit: boolean }) => void;
  controls: RefObject<StageControls | null>;
}

const ALL_SIZES: readonly PreviewSize[] = ['5', 'xlarge', 'large', 'medium', 'small'];
/** From this zoom on the fitted picture is too coarse. */
const NEEDS_MORE = 1.15;

/**
 * The picture as large as there is room, then as large as one wants. A small preview that the gallery has already stands in until the
 * sharp one arrives; zoomed in, the whole picture is loaded. The zoom stays when one goes to the next picture.
 */
export function Stage({ image, neighbours, before, onBack, onOn, onShown, onZoom, controls }: Props) {
  const stage = useRef<HTMLDivElement>(null);
  const [room, setRoom] = useState<{ width: number; height: number } | null>(null);
  const [transform, setTransform] = useState<ZoomTransform>(zoomIdentity);
  const isZoomed = transform.k > 1.001;

  useLayoutEffect(() => {
    const element = stage.current;
    if (!element) return;
    const measure = () => setRoom({ width: element.clientWidth, height: element.clientHeight });
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);

  const box = useMemo(() => room && boxIn(room, shapeOf(image)), [room, image]);
  const size: PreviewSize | null = box && sizeFor(box.width * devicePixelRatio, box.height * devicePixelRatio);
  const fitted = usePreview(image, size);
  const whole = usePreview(image, size && transform.k > NEEDS_MORE ? '5' : null, { whole: true });
  const [wholeWidth, setWholeWidth] = useState<number | null>(null);

  const shown = whole.preview ?? fitted.preview;
  useEffect(() => {
    if (fitted.preview) onShown(fitted.preview);
  }, [fitted.preview, onShown]);

  const full = box ? fullScale(image, box.width * devicePixelRatio) : 1;
  const most = Math.max(MOST_ZOOM, full * 2);

  // The behaviour outlives pictures; what it needs to know of the present one lies here.
  const present = useRef({ box, room, full, most });
  present.current = { box, room, full, most };
  const behaviour = useRef(zoom<HTMLDivElement, unknown>());
  useEffect(() => {
    const element = stage.current;
    if (!element) return;
    const own = behaviour.current
      .filter(
        (event: Event) =>
          // A single finger on a picture that fits goes to the next one.
          event.type === 'wheel' ||
          ('touches' in event && (event as TouchEvent).touches.length === 2) ||
          element.dataset.zoomed === 'true',
      )
      .scaleExtent([1, present.current.most])
      .constrain((next) => clampedTo(next, present.current.box, present.current.room))
      .on('zoom', ({ transform: next }: { transform: ZoomTransform }) => setTransform(next));
    const selected = select(element);
    selected.call(own).on('dblclick.zoom', null);
    return () => {
      selected.on('.zoom', null);
    };
  }, []);
  // Another picture, another window: the zoom stays as far as it can.
  useEffect(() => {
    const element = stage.current;
    if (!element || !box) return;
    const own = behaviour.current.scaleExtent([1, most]);
    select(element).call((selection) => own.transform(selection, clampedTo(transform, box, room)));
    // Whenever the box changed; the transform is what it was.
  }, [box, most]);

  const move = useCallback(
    (act: (own: typeof behaviour.current, on: ReturnType<typeof select<HTMLDivElement, unknown>>) => void) => {
      if (stage.current) act(behaviour.current, select(stage.current));
    },
    [],
  );
  /** Between fit and 100 %, at a point of the stage; further where fit is as good as that. */
  const toggle = useCallback(
    (at?: [number, number]) =>
      move((own, on) => {
        const { full } = present.current;
        const isFit = on.node()!.dataset.zoomed !== 'true';
        own.scaleTo(on, isFit ? (full > 1.05 ? full : 1.5) : 1, at);
      }),
    [move],
  );
  useImperativeHandle(
    controls,
    () => ({
      toggle: () => toggle(),
      zoomBy: (factor) => move((own, on) => own.scaleBy(on, factor)),
      pan: (right, down) =>
        move((own, on) => {
          const { k } = zoomTransform(on.node()!);
          own.translateBy(on, -right / k, -down / k);
        }),
      fit: () => move((own, on) => own.transform(on, zoomIdentity)),
    }),
    [move, toggle],
  );

  const percent = Math.round((transform.k / full) * 100);
  useEffect(() => onZoom({ percent, isFit: !isZoomed }), [percent, isZoomed, onZoom]);

  const ids = neighbours.map((neighbour) => neighbour?.preview_version).join();
  useEffect(() => {
    if (!size) return;
    const stop = new AbortController();
    // After the picture itself.
    const timer = setTimeout(() => {
      for (const neighbour of neighbours)
        if (neighbour) loadPreview(neighbour, size, { signal: stop.signal }).catch(() => undefined);
    }, 150);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
    // Versions say it all; the records are new objects with each answer.
  }, [size, ids]);

  const swipe = useSwipe({ onLeft: onOn, onRight: onBack });
  const standIn = useMemo(() => {
    const known = ALL_SIZES.map((name) => knownPreview(image, name)).find((preview) => preview !== null);
    return known?.url ?? null;
  }, [image]);

  const fullWidth = box && Math.round(full * box.width * devicePixelRatio);
  const isCoarse =
    isZoomed && wholeWidth !== null && fullWidth !== null && wholeWidth < 0.9 * fullWidth && percent > 60;
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    toggle();
  };

  return (
    <div
      className="stage"
      ref={stage}
      data-zoomed={isZoomed}
      {...(isZoomed ? {} : swipe)}
      onDoubleClick={(event) => {
        const { left, top } = event.currentTarget.getBoundingClientRect();
        toggle([event.clientX - left, event.clientY - top]);
      }}
      onKeyDown={onKeyDown}
    >
      {box && (
        <div
          className="stage-picture"
          style={{
            width: box.width,
            height: box.height,
            transform: `translate(${transform.x + box.left * transform.k}px, ${transform.y + box.top * transform.k}px) scale(${transform.k})`,
          }}
        >
          {standIn !== null && !shown && <img className="stage-layer" src={standIn} alt="" />}
          {fitted.preview && (
            <img
              key={`${image.id} fitted`}
              className={`stage-layer ${before === null ? '' : 'stage-hidden'}`}
              src={fitted.preview.url}
              alt={describeImage(image)}
              draggable={false}
            />
          )}
          {whole.preview && (
            <img
              key={`${image.id} whole`}
              className={`stage-layer ${before === null ? '' : 'stage-hidden'}`}
              src={whole.preview.url}
              alt=""
              draggable={false}
              onLoad={({ currentTarget }) => setWholeWidth(currentTarget.naturalWidth)}
            />
          )}
          {before !== null && <img className="stage-layer" src={before} alt={t('detail.before')} draggable={false} />}
        </div>
      )}
      {!shown && <StageMessage image={image} {...fitted} />}
      {before !== null && <span className="stage-flag">{t('detail.before')}</span>}
      {isCoarse && (
        <p className="stage-hint">{t('detail.zoomLimited', { width: number(wholeWidth), full: number(fullWidth) })}</p>
      )}
    </div>
  );
}
