import { type RefObject, useEffect, useRef, useState } from 'react';
import type { Box } from '../zoom.ts';
import { clippingMarks } from './clipping.ts';
import type { PixelReadout } from './pixel-readout.ts';
import { usePixels } from './use-pixels.ts';
import { useLatest } from '../../ui/use-latest.ts';
import { itemAt } from '../../item-at.ts';
import styles from './picture-pixels.module.css';

interface Props {
  /** The whole picture as it is shown. */
  blob: Blob | null;
  /** Where it is on the stage. */
  frame: Box;
  stage: RefObject<HTMLElement | null>;
  isClipping: boolean;
  readout: PixelReadout;
}

/** Reads the color under the pointer, and marks clipped pixels. */
export function PicturePixels({ blob, frame, stage, isClipping, readout }: Props) {
  const [isOver, setOver] = useState(false);
  const pixels = usePixels(blob, isOver || isClipping);
  const canvas = useRef<HTMLCanvasElement>(null);

  const latest = useLatest({ frame, pixels });
  useEffect(() => {
    const element = stage.current;
    if (!element) return;
    const leave = () => {
      setOver(false);
      readout.note(null);
    };
    const move = (event: PointerEvent) => {
      if (event.pointerType === 'touch') return;
      setOver(true);
      const { left, top } = element.getBoundingClientRect();
      const { frame: at, pixels: read } = latest.current;
      const across = (event.clientX - left - at.left) / at.width;
      const down = (event.clientY - top - at.top) / at.height;
      readout.note(read && colorAt(read, across, down));
    };
    element.addEventListener('pointermove', move);
    element.addEventListener('pointerleave', leave);
    return () => {
      leave();
      element.removeEventListener('pointermove', move);
      element.removeEventListener('pointerleave', leave);
    };
  }, [stage, readout, latest]);

  useEffect(() => {
    const element = canvas.current;
    if (!element || !pixels) return;
    element.width = pixels.width;
    element.height = pixels.height;
    element
      .getContext('2d')
      ?.putImageData(new ImageData(clippingMarks(pixels.data), pixels.width, pixels.height), 0, 0);
  }, [pixels, isClipping]);

  if (!isClipping) return null;
  return <canvas ref={canvas} className={styles.marks} style={frame} data-clipping aria-hidden />;
}

function colorAt({ data, width, height }: ImageData, across: number, down: number) {
  if (across < 0 || across >= 1 || down < 0 || down >= 1) return null;
  const at = 4 * (Math.floor(down * height) * width + Math.floor(across * width));
  return [itemAt(data, at), itemAt(data, at + 1), itemAt(data, at + 2)] as const;
}
