import { memo, type MouseEvent } from 'react';
import type { ImageRecord } from '../../contract/image-record.ts';
import { sizeFor } from '../api/preview-url.ts';
import { navigate } from '../location.ts';
import { ColorDots, describeImage, Rating } from '../ui/marks.tsx';
import { Preview } from '../ui/preview.tsx';

interface Props {
  image: ImageRecord;
  index: number;
  total: number;
  width: number;
  height: number;
  /** `?…` of the gallery, so that the image knows which list it is part of. */
  view: string;
}

/** One picture of the grid: a link with the preview, and below it name, stars and labels. */
export const Tile = memo(function Tile({ image, index, total, width, height, view }: Props) {
  const words = describeImage(image);
  const url = `/images/${image.id}${view}`;

  const open = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
    event.preventDefault();
    navigate(url, { state: { index, fromGallery: true } });
  };

  return (
    <div
      className={`tile ${image.rating < 0 ? 'tile-rejected' : ''}`}
      role="listitem"
      aria-setsize={total}
      aria-posinset={index + 1}
      style={{ width }}
    >
      <a
        className="tile-picture"
        href={url}
        data-image={image.id}
        data-index={index}
        aria-label={words}
        style={{ height }}
        onClick={open}
      >
        <Preview image={image} size={sizeFor(width * devicePixelRatio, height * devicePixelRatio)} alt={words} />
      </a>
      {/* The link says all of this already. */}
      <div className="tile-caption" aria-hidden="true">
        <span className="tile-name" title={image.filename}>
          {image.filename}
        </span>
        <span className="tile-marks">
          <Rating rating={image.rating} />
          <ColorDots labels={image.color_labels} />
        </span>
      </div>
    </div>
  );
});
