import { useCallback, type CSSProperties, useEffect, useRef, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import type { ImageRecord } from '../../contract/image-record.ts';
import { imageQuery, PAGE_SIZE, pageQuery } from '../api/images.ts';
import { previewUrl, type PreviewSize, sizeFor } from '../api/preview-url.ts';
import { ApiError } from '../api/request.ts';
import { type GalleryView, listParameters, writeView } from '../gallery/gallery-view.ts';
import { rememberShown } from '../gallery/last-shown.ts';
import { type HistoryState, navigate } from '../location.ts';
import { ConnectionBar } from '../ui/connection-bar.tsx';
import { X as CloseIcon, ChevronLeft as LeftIcon, Image as PictureIcon, ChevronRight as RightIcon } from 'lucide-react';
import { describeImage } from '../ui/marks.tsx';
import { Notice, Waiting } from '../ui/notice.tsx';
import { Preview } from '../ui/preview.tsx';
import { shapeOf } from '../../contract/image-shape.ts';
import { Facts } from './facts.tsx';
import { useSwipe } from './swipe.ts';
import './detail.css';

interface Props {
  id: number;
  view: GalleryView;
  place: HistoryState;
  backTo: string;
}

/** One image, large, with what is known about it; arrow keys go through the list that it was opened from. */
export function Detail({ id, view, place, backTo }: Props) {
  const stretch = useQuery(pageQuery(listParameters(view), Math.floor((place.index ?? 0) / PAGE_SIZE)));
  const { items = [], offset = 0, total = 0 } = stretch.data ?? {};
  const at = items.findIndex((image) => image.id === id);
  const listed = items[at];
  const one = useQuery({ ...imageQuery(id), ...(listed && { placeholderData: listed }) });
  const image = one.data;
  const previous = at > 0 ? items[at - 1] : undefined;
  const next = at >= 0 ? items[at + 1] : undefined;

  const close = useCallback(() => {
    if (place.fromGallery) history.back();
    else navigate(backTo);
  }, [place.fromGallery, backTo]);

  const go = useCallback(
    (to: ImageRecord | undefined, index: number) => {
      if (!to) return;
      navigate(`/images/${to.id}${writeView(view)}`, { replace: true, state: { ...place, index } });
    },
    [view, place],
  );
  const goBack = useCallback(() => go(previous, offset + at - 1), [go, previous, offset, at]);
  const goOn = useCallback(() => go(next, offset + at + 1), [go, next, offset, at]);

  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
      const action = { Escape: close, ArrowLeft: goBack, ArrowRight: goOn }[event.key];
      if (!action) return;
      event.preventDefault();
      action();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [close, goBack, goOn]);

  const main = useRef<HTMLElement>(null);
  useEffect(() => main.current?.focus(), []);
  useEffect(() => {
    rememberShown({ id, index: at >= 0 ? offset + at : null });
    if (image) document.title = `${image.filename} – Safelight`;
  }, [id, image, at, offset]);

  return (
    <div className="app detail">
      <ConnectionBar />
      <nav className="detail-bar" aria-label="Through the pictures">
        <button
          type="button"
          className="button button-quiet button-icon"
          aria-label="Back to the gallery"
          title="Back (Esc)"
          onClick={close}
        >
          <CloseIcon />
        </button>
        <h1 className="detail-name">{image?.filename ?? 'Picture'}</h1>
        {at >= 0 && (
          <span className="detail-count">
            {(offset + at + 1).toLocaleString('en')} of {total.toLocaleString('en')}
          </span>
        )}
        <button
          type="button"
          className="button button-quiet button-icon"
          aria-label="Previous picture"
          title="Previous (←)"
          disabled={!previous}
          onClick={goBack}
        >
          <LeftIcon />
        </button>
        <button
          type="button"
          className="button button-quiet button-icon"
          aria-label="Next picture"
          title="Next (→)"
          disabled={!next}
          onClick={goOn}
        >
          <RightIcon />
        </button>
      </nav>
      <main className="detail-main" ref={main} tabIndex={-1}>
        {image ? (
          <>
            <Stage image={image} neighbours={[next, previous]} onBack={goBack} onOn={goOn} />
            <Facts image={image} />
          </>
        ) : one.error instanceof ApiError ? (
          <Notice mark={<PictureIcon size={40} />} title="This picture cannot be shown">
            <p>{one.error.message}</p>
            <button type="button" className="button" onClick={close}>
              Back to the gallery
            </button>
          </Notice>
        ) : (
          <Waiting />
        )}
      </main>
    </div>
  );
}

interface StageProps {
  image: ImageRecord;
  neighbours: (ImageRecord | undefined)[];
  onBack: () => void;
  onOn: () => void;
}

/** The picture as large as there is room; the small preview that the gallery has already stands in until it arrives. */
function Stage({ image, neighbours, onBack, onOn }: StageProps) {
  const swipe = useSwipe({ onLeft: onOn, onRight: onBack });
  const stage = useRef<HTMLDivElement>(null);
  const [room, setRoom] = useState<{ width: number; height: number } | null>(null);

  useEffect(() => {
    const element = stage.current;
    if (!element) return;
    const observer = new ResizeObserver(() => setRoom({ width: element.clientWidth, height: element.clientHeight }));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);

  const box = room && boxIn(room, shapeOf(image));
  const size: PreviewSize | null = box && sizeFor(box.width * devicePixelRatio, box.height * devicePixelRatio);

  useEffect(() => {
    if (!size) return;
    for (const neighbour of neighbours) if (neighbour) new Image().src = previewUrl(neighbour, size);
    // Ids say it all; the records are new objects with each answer.
  }, [size, neighbours.map((neighbour) => neighbour?.id).join()]);

  return (
    <div className="stage" {...swipe} style={{ '--ratio': shapeOf(image) } as CSSProperties}>
      <div className="stage-room" ref={stage}>
        {box && size && (
          <div className="stage-picture" style={box}>
            <img className="stage-stand-in" src={previewUrl(image, 'small')} alt="" />
            <Preview image={image} size={size} alt={describeImage(image)} />
          </div>
        )}
      </div>
    </div>
  );
}

function boxIn(room: { width: number; height: number }, ratio: number) {
  const width = Math.min(room.width, room.height * ratio);
  return { width: Math.round(width), height: Math.round(width / ratio) };
}
