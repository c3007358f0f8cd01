import { type RefObject, useEffect, useRef } from 'react';
import { frameIn } from '../zoom.ts';
import { peakingMarks } from './peaking.ts';
import styles from './picture-pixels.module.css';

/** So many take some 40 ms. */
const MOST_PIXELS = 1_200_000;
/** While the picture moves, nothing is marked. */
const STILL_MS = 80;

interface Props {
  /** What holds the pictures. */
  stage: RefObject<HTMLElement | null>;
  /** Changes whenever other pixels are seen. */
  seen: string;
}

/** What is in focus, of the pixels that are seen. */
export function PeakingMarks({ stage, seen }: Props) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const element = canvas.current;
    if (!element) return;
    element.width = 0;
    const timer = setTimeout(() => {
      if (stage.current) draw(element, stage.current);
    }, STILL_MS);
    return () => clearTimeout(timer);
  }, [stage, seen]);
  return <canvas ref={canvas} className={styles.peaking} data-peaking aria-hidden />;
}

function draw(element: HTMLCanvasElement, stage: HTMLElement): void {
  const room = stage.getBoundingClientRect();
  const scale = Math.min(devicePixelRatio, Math.sqrt(MOST_PIXELS / (room.width * room.height)));
  const [width, height] = [Math.round(room.width * scale), Math.round(room.height * scale)];
  const context = new OffscreenCanvas(width, height).getContext('2d', { willReadFrequently: true });
  if (!context) return;
  // In the order in which they lie over each other.
  for (const picture of stage.querySelectorAll<HTMLImageElement>('img:not([aria-hidden] *)')) {
    if (!picture.complete || getComputedStyle(picture).visibility === 'hidden') continue;
    const box = picture.getBoundingClientRect();
    const frame = frameIn(box, { width: picture.naturalWidth, height: picture.naturalHeight });
    context.drawImage(
      picture,
      (box.left - room.left + frame.left) * scale,
      (box.top - room.top + frame.top) * scale,
      frame.width * scale,
      frame.height * scale,
    );
  }
  const { data } = context.getImageData(0, 0, width, height);
  element.width = width;
  element.height = height;
  element.getContext('2d')?.putImageData(new ImageData(peakingMarks(data, width), width, height), 0, 0);
}
