/** darktable's yellow over the gray picture. */
const YELLOW = [255, 255, 0] as const;

/** Light of sRGB, 0 to 255, as the share that the mask lets through, 0 to 255. */
const ALPHA = Uint8ClampedArray.from({ length: 256 }, (_, at) => {
  const value = at / 255;
  return 255 * (value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);
});

/** The picture of a mask as what lies over the picture: yellow, as dense as the mask. `pixels` has four bytes for each. */
export function maskOverlay(pixels: Uint8ClampedArray): Uint8ClampedArray<ArrayBuffer> {
  const overlay = new Uint8ClampedArray(pixels.length);
  for (let at = 0; at < pixels.length; at += 4) {
    overlay.set(YELLOW, at);
    overlay[at + 3] = ALPHA[pixels[at + 1] ?? 0] ?? 0;
  }
  return overlay;
}
