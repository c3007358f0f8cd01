import { add, type Canvas, clamp, lerp, mix, type Rgb, scale, smooth } from './canvas.ts';
import type { Noise } from './noise.ts';

/** Heights on a square grid; one step of the grid is one unit of length, heights are in the same unit. */
export type Terrain = { size: number; heights: Float32Array };

export function makeTerrain(size: number, height: (x: number, y: number) => number): Terrain {
  const heights = new Float32Array(size * size);
  for (let y = 0; y < size; y++) {
    for (let x = 0; x < size; x++) heights[y * size + x] = height(x, y);
  }
  return { size, heights };
}

/** Lets drops of rain run down, each carrying soil from where it is fast to where it is slow. Makes gullies and fans. */
export function erode({ size, heights }: Terrain, noise: Noise, drops: number, strength = 0.3): void {
  for (let drop = 0; drop < drops; drop++) {
    let x = 1 + noise.random() * (size - 3);
    let y = 1 + noise.random() * (size - 3);
    let dx = 0;
    let dy = 0;
    let speed = 1;
    let water = 1;
    let soil = 0;
    for (let life = 0; life < 40; life++) {
      const column = Math.floor(x);
      const row = Math.floor(y);
      const fx = x - column;
      const fy = y - row;
      const at = row * size + column;
      const a = heights[at]!;
      const b = heights[at + 1]!;
      const c = heights[at + size]!;
      const d = heights[at + size + 1]!;
      const slopeX = lerp(b - a, d - c, fy);
      const slopeY = lerp(c - a, d - b, fx);
      dx = dx * 0.1 - slopeX * 0.9;
      dy = dy * 0.1 - slopeY * 0.9;
      const length = Math.hypot(dx, dy);
      if (length < 1e-6) break;
      dx /= length;
      dy /= length;
      const here = lerp(lerp(a, b, fx), lerp(c, d, fx), fy);
      x += dx;
      y += dy;
      if (x < 1 || y < 1 || x >= size - 2 || y >= size - 2) break;
      const fall = heightAt({ size, heights }, x, y) - here;
      const capacity = Math.max(-fall * speed * water * 4, 0.01);
      const change =
        fall > 0
          ? Math.min(fall, soil)
          : soil > capacity
            ? (soil - capacity) * 0.3
            : -Math.min((capacity - soil) * strength, -fall);
      soil -= change;
      heights[at]! += change * (1 - fx) * (1 - fy);
      heights[at + 1]! += change * fx * (1 - fy);
      heights[at + size]! += change * (1 - fx) * fy;
      heights[at + size + 1]! += change * fx * fy;
      speed = Math.sqrt(Math.max(0.01, speed * speed - fall * 4));
      water *= 0.98;
    }
  }
}

export function heightAt({ size, heights }: Terrain, x: number, y: number): number {
  x = clamp(x, 0, size - 1.001);
  y = clamp(y, 0, size - 1.001);
  const column = Math.floor(x);
  const row = Math.floor(y);
  const at = row * size + column;
  const fx = x - column;
  const upper = heights[at]! + (heights[at + 1]! - heights[at]!) * fx;
  const lower = heights[at + size]! + (heights[at + size + 1]! - heights[at + size]!) * fx;
  return upper + (lower - upper) * (y - row);
}

/** How much of the sun reaches each place of the grid, 0..1. `sun` points to it; its length is 1. */
export function shadows(terrain: Terrain, sun: readonly [number, number, number], softness = 0.06): Float32Array {
  const { size, heights } = terrain;
  const lit = new Float32Array(size * size);
  const flat = Math.hypot(sun[0], sun[1]);
  const stepX = sun[0] / flat;
  const stepY = sun[1] / flat;
  const climb = sun[2] / flat;
  for (let y = 0; y < size; y++) {
    for (let x = 0; x < size; x++) {
      const here = heights[y * size + x]!;
      let open = 1;
      for (let away = 2; away < 400; away += 1 + away * 0.05) {
        const px = x + stepX * away;
        const py = y + stepY * away;
        if (px < 0 || py < 0 || px >= size - 1 || py >= size - 1) break;
        const clear = (here + climb * away - heightAt(terrain, px, py)) / away;
        open = Math.min(open, 0.5 + clear / softness);
        if (open <= 0) break;
      }
      lit[y * size + x] = clamp(open);
    }
  }
  return lit;
}

export type View = {
  x: number;
  y: number;
  /** Above the zero of heights. */
  height: number;
  /** Where one looks, in radians; 0 is towards growing x. */
  heading: number;
  /** Half the width of the picture at distance 1. */
  spread: number;
  /** Where the horizon lies in the picture, 0 top to 1 bottom. */
  horizon: number;
  near?: number;
  far: number;
};

export type Place = {
  x: number;
  y: number;
  height: number;
  distance: number;
  normal: readonly [number, number, number];
  lit: number;
};

/**
 * Draws the terrain over the canvas: for every column from near to far, each place that rises above what is drawn already.
 * `colour` gives the light that leaves a place; `air` what the distance makes of it.
 * Returns for each pixel the distance of what is seen there, 0 for sky.
 */
export function drawTerrain(
  canvas: Canvas,
  terrain: Terrain,
  view: View,
  lit: Float32Array,
  colour: (place: Place) => Rgb,
  air: (light: Rgb, distance: number, side: number) => Rgb,
): Float32Array {
  const { width, height, data } = canvas;
  const distances = new Float32Array(width * height);
  const forwardX = Math.cos(view.heading);
  const forwardY = Math.sin(view.heading);
  const pixelsPerSlope = width / (2 * view.spread);
  const litMap: Terrain = { size: terrain.size, heights: lit };
  for (let column = 0; column < width; column++) {
    const side = ((column + 0.5) / width - 0.5) * 2;
    const dx = forwardX - forwardY * side * view.spread;
    const dy = forwardY + forwardX * side * view.spread;
    let drawn = height;
    let distance = view.near ?? 1;
    while (distance < view.far && drawn > 0) {
      const x = view.x + dx * distance;
      const y = view.y + dy * distance;
      const h = heightAt(terrain, x, y);
      const row = Math.floor(view.horizon * height - ((h - view.height) / distance) * pixelsPerSlope);
      if (row < drawn) {
        const reach = Math.max(0.7, distance * 0.0015);
        const nx = heightAt(terrain, x - reach, y) - heightAt(terrain, x + reach, y);
        const ny = heightAt(terrain, x, y - reach) - heightAt(terrain, x, y + reach);
        const length = Math.hypot(nx, ny, 2 * reach);
        const normal = [nx / length, ny / length, (2 * reach) / length] as const;
        const light = air(colour({ x, y, height: h, distance, normal, lit: heightAt(litMap, x, y) }), distance, side);
        for (let at = Math.max(0, row); at < drawn; at++) {
          data.set(light, (at * width + column) * 3);
          distances[at * width + column] = distance;
        }
        drawn = Math.max(0, row);
      }
      distance += Math.max(0.12, distance * 0.0012);
    }
  }
  return distances;
}

/** Sun, sky and bounced light on a matt surface. */
export function shade(
  albedo: Rgb,
  { normal, lit }: Place,
  sun: readonly [number, number, number],
  sunlight: Rgb,
  skylight: Rgb,
): Rgb {
  const direct = Math.max(0, normal[0] * sun[0] + normal[1] * sun[1] + normal[2] * sun[2]) * lit;
  const above = 0.5 + 0.5 * normal[2];
  const light = add(scale(sunlight, direct), skylight, above);
  return [albedo[0] * light[0], albedo[1] * light[1], albedo[2] * light[2]];
}

/** What mist and blue air leave of a light at a distance. */
export const haze = (colour: Rgb, thickness: number) => (light: Rgb, distance: number) =>
  mix(light, colour, 1 - Math.exp(-distance * thickness));

/**
 * Turns what lies below `shore` (a row, 0..1) and nearer than the far bank into still water: the mirror image of what is
 * above, stirred by ripples that grow towards the viewer.
 */
export function mirror(
  canvas: Canvas,
  shore: number,
  noise: Noise,
  { stir = 0.006, tint = [0.55, 0.62, 0.66] as Rgb, deep = [0.01, 0.02, 0.025] as Rgb } = {},
): void {
  const { width, height, data } = canvas;
  const first = Math.round(shore * height);
  const above = data.slice(0, first * width * 3);
  for (let row = first; row < height; row++) {
    const depth = (row - first) / height;
    const near = 1 / (depth + 0.012);
    for (let column = 0; column < width; column++) {
      const x = ((column / width - 0.5) * width) / height;
      const wave = noise.fbm(x * near * 0.9, near * 5.5, 3);
      const sway = noise.at(x * near * 0.3 + 40, near * 2);
      const shift = (wave * 0.8 + sway * 0.5) * stir * (0.3 + depth * 6);
      const source = clamp(Math.round(first - 1 - (row - first) * 0.96 + shift * height), 0, first - 1);
      const aside = clamp(Math.round(column + shift * height * 0.25), 0, width - 1);
      const at = (source * width + aside) * 3;
      const glance = 0.35 + 0.65 * Math.exp(-depth * 2.4);
      for (let channel = 0; channel < 3; channel++) {
        data[(row * width + column) * 3 + channel] =
          above[at + channel]! * lerp(tint[channel]!, 1, glance * 0.6) * glance + deep[channel]! * (1 - glance);
      }
    }
  }
}

export const direction = (azimuth: number, elevation: number) =>
  [Math.cos(azimuth) * Math.cos(elevation), Math.sin(azimuth) * Math.cos(elevation), Math.sin(elevation)] as const;

export { smooth };
