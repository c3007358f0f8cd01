import { useEffect, useState } from 'react';

/** Enough for what a screen shows of a whole picture. */
const MOST_WIDTH = 1600;

/** The pixels of a picture while they are wanted; of an older one until a new one is decoded. */
export function usePixels(blob: Blob | null, isWanted: boolean): ImageData | null {
  const [pixels, setPixels] = useState<ImageData | null>(null);
  useEffect(() => {
    if (!isWanted || !blob) {
      setPixels(null);
      return;
    }
    let isOver = false;
    void pixelsOf(blob).then((read) => {
      if (!isOver) setPixels(read);
    });
    return () => {
      isOver = true;
    };
  }, [blob, isWanted]);
  return pixels;
}

async function pixelsOf(blob: Blob): Promise<ImageData | null> {
  const picture = await createImageBitmap(blob).catch(() => null);
  if (!picture) return null;
  const scale = Math.min(1, MOST_WIDTH / picture.width);
  const [width, height] = [Math.round(picture.width * scale), Math.round(picture.height * scale)];
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d', { willReadFrequently: true });
  context?.drawImage(picture, 0, 0, width, height);
  picture.close();
  return context?.getImageData(0, 0, width, height) ?? null;
}
