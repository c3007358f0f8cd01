import { add, type Canvas, clamp, type Finish, mix, type Rgb, scale, smooth } from '../canvas.ts';
import type { Noise } from '../noise.ts';

/** One picture: how to paint it, and how to develop it. */
export type Scene = { paint: (canvas: Canvas) => void; finish?: Finish };

/** Light around a place in the sky: a hard core and two halos. `x`, `y` as in `paint`. */
export function glow(x: number, y: number, at: { x: number; y: number; size: number }): number {
  const distance = Math.hypot(x - at.x, y - at.y) / at.size;
  return 1 / (1 + distance * distance) ** 1.5;
}

/** A layer of clouds as seen from below: far ones crowd together towards the horizon. 0..1, 0 is clear sky. */
export function clouds(
  noise: Noise,
  x: number,
  y: number,
  horizon: number,
  { cover = 0.5, size = 1, drift = 0 } = {},
): number {
  const height = horizon - y;
  if (height <= 0.002) return 0;
  const away = 0.35 / (height + 0.06);
  const px = ((x * away) / size) * 1.3 + drift;
  const py = (away * 1.9) / size;
  const bent = noise.fbm(px * 0.7 + 9, py * 0.7, 3) * 0.8;
  const value = noise.fbm(px + bent, py + bent * 0.6, 6) * 0.9 + 0.5;
  return smooth(1 - cover, 1 - cover + 0.42, value) * smooth(0.002, 0.06, height);
}

/** Stars strewn over the upper part of a picture; few bright, many faint. */
export function stars(canvas: Canvas, noise: Noise, count: number, bottom: number, brightness = 1): void {
  const { width, height } = canvas;
  for (let index = 0; index < count; index++) {
    const column = noise.random() * width;
    const row = noise.random() * height * bottom;
    const strength = brightness * (0.08 + 0.55 * noise.random() ** 9 * 3 + noise.random() ** 60 * 5);
    const warmth = noise.random();
    const tint: Rgb = warmth < 0.5 ? [0.82, 0.9, 1] : warmth < 0.8 ? [1, 1, 1] : [1, 0.85, 0.7];
    spot(canvas, column, row, (height / 1000) * (0.42 + Math.min(0.75, strength * 0.22)), scale(tint, strength));
  }
}

/** Adds a soft round light; place and radius in pixels. */
export function spot(canvas: Canvas, column: number, row: number, radius: number, light: Rgb): void {
  const { width, height, data } = canvas;
  const reach = Math.ceil(radius * 3);
  for (let y = Math.max(0, Math.floor(row - reach)); y <= Math.min(height - 1, row + reach); y++) {
    for (let x = Math.max(0, Math.floor(column - reach)); x <= Math.min(width - 1, column + reach); x++) {
      const share = Math.exp(-((x - column) ** 2 + (y - row) ** 2) / (radius * radius));
      for (let channel = 0; channel < 3; channel++) data[(y * width + x) * 3 + channel]! += light[channel]! * share;
    }
  }
}

/** Covers pixels of a box by a colour where `inside` says so (0..1); all told as in `paint`. */
export function cover(
  canvas: Canvas,
  box: { left: number; right: number; top: number; bottom: number },
  inside: (x: number, y: number) => number,
  colour: (x: number, y: number) => Rgb,
): void {
  const { width, height, data } = canvas;
  const toColumn = (x: number) => Math.round(x * height + width / 2);
  for (let row = Math.max(0, Math.floor(box.top * height)); row < Math.min(height, box.bottom * height); row++) {
    for (let column = Math.max(0, toColumn(box.left)); column < Math.min(width, toColumn(box.right)); column++) {
      const x = (column + 0.5 - width / 2) / height;
      const y = (row + 0.5) / height;
      const share = inside(x, y);
      if (share <= 0) continue;
      const at = (row * width + column) * 3;
      const paint = colour(x, y);
      for (let channel = 0; channel < 3; channel++)
        data[at + channel]! += (paint[channel]! - data[at + channel]!) * clamp(share);
    }
  }
}

/** A spruce: a trunk's worth of drooping branches. `foot` is where it stands. */
export function spruce(
  canvas: Canvas,
  noise: Noise,
  foot: { x: number; y: number },
  tall: number,
  colour: (x: number, y: number) => Rgb,
  snow = 0,
): void {
  const seed = noise.random() * 100;
  const slim = 0.14 + noise.random() * 0.05;
  const whorls = 13 + Math.floor(noise.random() * 6);
  const lean = (noise.random() - 0.5) * 0.03;
  const droop = (up: number, aside: number) =>
    (((up * whorls + noise.at(seed, up * 5) * 0.7 + Math.abs(aside) * 6 + noise.at(aside * 16 + seed, up * 9) * 0.55) %
      1) +
      1) %
    1;
  cover(
    canvas,
    { left: foot.x - tall * 0.3, right: foot.x + tall * 0.3, top: foot.y - tall, bottom: foot.y },
    (x, y) => {
      const up = (foot.y - y) / tall;
      const aside = (x - foot.x - lean * tall * up) / tall;
      const branch = droop(up, aside);
      const ragged =
        noise.at(aside * 42 + seed, up * 60) * 0.035 + noise.at(seed + up * 13, Math.sign(aside) * 3) * 0.05;
      const half = slim * (1.02 - up) ** 0.85 * (0.5 + 0.5 * (1 - branch)) + ragged * (1 - up);
      if (up < 0.05) return Math.abs(aside) < 0.012 ? 1 : 0;
      return Math.abs(aside) < Math.max(half, 0.004) ? 1 : 0;
    },
    (x, y) => {
      const up = (foot.y - y) / tall;
      const aside = (x - foot.x) / tall;
      const branch = droop(up, aside);
      const own = colour(x, y);
      const shaded = scale(own, 0.72 + 0.5 * branch + 0.35 * noise.at(aside * 50, up * 70));
      return snow === 0
        ? shaded
        : mix(
            shaded,
            add([0.42, 0.5, 0.66], own, 0.5),
            snow *
              smooth(
                0.3,
                0.9,
                branch + noise.at(aside * 30 + seed, up * 40) * 0.6 + noise.at(aside * 9 + seed, up * 11) * 0.3,
              ),
          );
    },
  );
}
