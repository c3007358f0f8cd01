import type { Pixels } from './jpeg.ts';

/** A plain test picture: four quarters in red, green, blue and gray, each a slope from dark to light. */
export function colourQuarters(width = 240, height = 160): Pixels {
  const data = new Uint8Array(width * height * 3);
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const light = 40 + Math.round((180 * (x % (width / 2))) / (width / 2));
      const quarter = (x < width / 2 ? 0 : 1) + (y < height / 2 ? 0 : 2);
      const at = (y * width + x) * 3;
      for (let channel = 0; channel < 3; channel++) {
        data[at + channel] = quarter === 3 || quarter === channel ? light : light >> 2;
      }
    }
  }
  return { data, width, height };
}
