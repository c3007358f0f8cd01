import { classes } from '../ui/classes.ts';
import type { Box } from './zoom.ts';
import styles from './placed-image.module.css';

interface Props {
  url: string;
  alt?: string;
  /** In shares of the picture's sides. */
  place: Box;
  /** Where the whole picture is on the stage. */
  frame: Box;
  isHidden?: boolean;
}

/** A part of the picture, or all of it, on whole pixels of the screen: at 100 % each of its pixels is one of them. */
export function PlacedImage({ url, alt = '', place, frame, isHidden = false }: Props) {
  const left = onPixel(frame.left + place.left * frame.width);
  const top = onPixel(frame.top + place.top * frame.height);
  const width = onPixel(frame.left + (place.left + place.width) * frame.width) - left;
  const height = onPixel(frame.top + (place.top + place.height) * frame.height) - top;
  const isWhole = place.width === 1 && place.height === 1;
  return (
    <img
      // A draft of a picture that is being cropped may have another shape.
      className={classes(styles.placed, isWhole && styles.whole, isHidden && styles.hidden)}
      style={{ left, top, width, height }}
      src={url}
      alt={alt}
      // It is decoded; if it were painted later, what lies below would show through.
      decoding="sync"
      draggable={false}
    />
  );
}

const onPixel = (at: number) => Math.round(at * devicePixelRatio) / devicePixelRatio;
