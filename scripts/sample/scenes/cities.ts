import { add, bloom, clamp, hex, lerp, mix, paint, type Rgb, scale, slope, smooth } from '../canvas.ts';
import { makeNoise } from '../noise.ts';
import { clouds, cover, glow, type Scene, stars } from './scene.ts';

/** A city at the blue hour, mirrored in its harbour. */
export const skyline: Scene = {
  paint: (canvas) => {
    const noise = makeNoise(101);
    const shore = 0.66;
    const sky = slope([0, '#0b1536'], [0.4, '#27407e'], [0.75, '#8a6f9e'], [0.93, '#ef9a7c'], [1, '#ffc489']);
    paint(canvas, (x, y) =>
      mix(
        sky(clamp(y / shore)),
        mix(hex('#2c2f5e'), hex('#f58f78'), smooth(0.2, 0.62, y)),
        clouds(noise, x, y, shore, { cover: 0.46, size: 1.7, drift: 6 }) * 0.55,
      ),
    );
    stars(canvas, noise, 120, 0.25, 0.4);
    const lights = ['#ffd9a0', '#ffe9c9', '#ffc070', '#e8f0ff', '#ffb05a'].map(hex);
    for (let layer = 0; layer < 3; layer++) {
      const body = mix(hex('#5f5a80'), hex('#0d1226'), [0.15, 0.6, 1][layer]!);
      for (let x = -0.95; x < 0.95;) {
        const wide = 0.022 + noise.random() * 0.04 * (0.8 + layer * 0.25);
        const hill = Math.exp(-(((x - 0.12) / 0.3) ** 2)) * 0.24 + Math.exp(-(((x + 0.48) / 0.16) ** 2)) * 0.13;
        const tall = (0.04 + hill * (0.5 + noise.random() * 0.75) + noise.random() * 0.07) * [1.12, 0.92, 0.55][layer]!;
        const left = x;
        const top = shore - tall;
        const [cellX, cellY] = [0.0052, 0.0074];
        const busy = 0.16 + noise.random() * 0.4;
        const seed = noise.random() * 90;
        const tint = lights[Math.floor(noise.random() * lights.length)]!;
        const crown = noise.random();
        const setback = noise.random() < 0.4 ? 0.72 : 1;
        const half = wide / 2;
        cover(
          canvas,
          { left: left - 0.002, right: left + wide + 0.002, top: top - 0.08, bottom: shore },
          (px, py) => {
            const aside = Math.abs(px - left - half);
            if (py >= top) return aside < half * (py < top + tall * 0.3 ? setback : 1) ? 1 : 0;
            if (tall > 0.16 && crown > 0.45)
              return aside < 0.0011 && py > top - tall * 0.22
                ? 1
                : aside < half * 0.4 * clamp(1 - (top - py) / (tall * 0.09))
                  ? 1
                  : 0;
            return crown < 0.2 && aside < half * 0.45 && py > top - 0.009 ? 1 : 0;
          },
          (px, py) => {
            const side = px - left < wide * 0.34 ? 1.5 : 1;
            const wall = add(
              scale(body, side * (0.8 + 0.35 * noise.at(px * 40, py * 3))),
              hex('#ff9d70'),
              smooth(top, shore, py) * 0.02 * (3 - layer),
            );
            if (py < top + 0.006 || py > shore - 0.006) return wall;
            const [u, v] = [px / cellX, py / cellY];
            const inside = Math.abs(u - Math.floor(u) - 0.5) < 0.27 && Math.abs(v - Math.floor(v) - 0.5) < 0.26;
            const dice =
              Math.abs(noise.at(Math.floor(u) * 1.73 + seed, Math.floor(v) * 2.31 + seed)) +
              noise.at(seed, Math.floor(v) * 0.9) * 0.16;
            if (!inside || dice > busy * 0.62) return wall;
            return add(wall, tint, (0.35 + dice * 2.6) * [0.34, 0.8, 1][layer]!);
          },
        );
        x += wide * (0.85 + noise.random() * (layer === 2 ? 0.6 : 0.35));
      }
    }
    paint(canvas, (x, y, under) =>
      Math.abs(y - shore) < 0.004
        ? mix(under, add(hex('#171a2c'), hex('#ffcf8a'), smooth(0.55, 0.9, noise.at(x * 120, 3) + 0.4) * 1.4), 1)
        : under,
    );
    const { width, height, data } = canvas;
    const first = Math.round((shore + 0.004) * height);
    const above = data.slice(0, first * width * 3);
    for (let row = first; row < height; row++) {
      const depth = (row - first) / height;
      const near = 1 / (depth + 0.02);
      for (let column = 0; column < width; column++) {
        const x = (column - width / 2) / height;
        const wave = noise.fbm(x * near * 1.1, near * 8, 3);
        let [r, g, b] = [0, 0, 0];
        // Light is drawn out downwards by the ripples: an average over a stretch above.
        for (let tap = 0; tap < 6; tap++) {
          const stretch = 1 + (tap / 5 - 0.5) * 0.42;
          const from = clamp(
            Math.round(first - 2 - (row - first) * stretch * 1.15 + wave * depth * height * 0.28),
            0,
            first - 1,
          );
          const at = (from * width + clamp(Math.round(column + wave * depth * height * 0.05), 0, width - 1)) * 3;
          r += above[at]!;
          g += above[at + 1]!;
          b += above[at + 2]!;
        }
        const share = (0.72 - depth * 0.75) / 6;
        const at = (row * width + column) * 3;
        data[at] = r * share + 0.003;
        data[at + 1] = g * share + 0.008;
        data[at + 2] = b * share + 0.022;
      }
    }
    bloom(canvas, { threshold: 0.55, radius: 0.02, strength: 0.55 });
  },
  finish: { exposure: 0.15, contrast: 1.08 },
};

/** City lights through a wet window. */
export const rain: Scene = {
  paint: (canvas) => {
    const noise = makeNoise(113);
    const dark = slope([0, '#0a1020'], [0.5, '#141a33'], [1, '#0d0a16']);
    paint(canvas, (x, y) => scale(dark(y), 1 + noise.fbm(x * 2, y * 2, 4) * 0.6));
    const lights = ['#ff9a3d', '#ffd27a', '#ff4d5e', '#4fb3ff', '#7a5cff', '#ffe9c4', '#2fe0c0'].map(hex);
    const discs = Array.from({ length: 80 }, () => ({
      x: (noise.random() - 0.5) * 1.0,
      y: 0.42 + (noise.random() + noise.random() - 1) * 0.42,
      size: 0.018 + noise.random() ** 2 * 0.055,
      light: 0.09 + noise.random() ** 3 * 0.5,
      tint: lights[Math.floor(noise.random() * lights.length)]!,
    }));
    for (const { x: cx, y: cy, size, light, tint } of discs) {
      const { width, height, data } = canvas;
      const [column, row, radius] = [cx * height + width / 2, cy * height, size * height];
      for (let py = Math.max(0, Math.floor(row - radius)); py < Math.min(height, row + radius); py++) {
        for (let px = Math.max(0, Math.floor(column - radius)); px < Math.min(width, column + radius); px++) {
          const away = Math.hypot(px - column, py - row) / radius;
          const share = smooth(1, 0.94, away) * (0.7 + 0.55 * smooth(0.7, 0.97, away)) * light;
          for (let channel = 0; channel < 3; channel++)
            data[(py * width + px) * 3 + channel]! += tint[channel]! * share;
        }
      }
    }
    const behind = { ...canvas, data: canvas.data.slice() };
    const look = (x: number, y: number): Rgb => {
      const column = clamp(Math.round(x * behind.height + behind.width / 2), 0, behind.width - 1);
      const at = (clamp(Math.round(y * behind.height), 0, behind.height - 1) * behind.width + column) * 3;
      return [behind.data[at]!, behind.data[at + 1]!, behind.data[at + 2]!];
    };
    const drop = (cx: number, cy: number, size: number, long: number) => {
      const seed = noise.random() * 60;
      cover(
        canvas,
        { left: cx - size * 1.4, right: cx + size * 1.4, top: cy - size * long * 1.4, bottom: cy + size * 1.4 },
        (x, y) => {
          const dy = (y - cy) / (y < cy ? size * long : size);
          const away = Math.hypot((x - cx) / size, dy) + noise.at((x - cx) / size + seed, dy) * 0.22;
          return smooth(1, 0.9, away);
        },
        (x, y) => {
          const u = (x - cx) / size;
          const v = (y - cy) / (y < cy ? size * long : size);
          const away = clamp(Math.hypot(u, v));
          const seen = look(cx - u * 0.13, cy - 0.05 - v * 0.2);
          const rim = 1 - 0.75 * smooth(0.55, 1, away);
          const spark = smooth(0.24, 0.1, Math.hypot(u + 0.32, v + 0.4)) * 0.5;
          return add(
            scale(seen, 1.3 * rim + 0.1),
            [0.75, 0.85, 1],
            spark + smooth(0.75, 0.95, away) * smooth(0, 0.7, v) * 0.06,
          );
        },
      );
    };
    for (let index = 0; index < 900; index++)
      drop((noise.random() - 0.5) * 0.84, noise.random(), 0.0016 + noise.random() ** 4 * 0.006, 1);
    for (let index = 0; index < 120; index++)
      drop(
        (noise.random() - 0.5) * 0.84,
        noise.random(),
        0.006 + noise.random() ** 2 * 0.011,
        1 + noise.random() * 0.5,
      );
    for (let index = 0; index < 7; index++) {
      const x = (index / 7 - 0.43) * 0.8 + noise.random() * 0.06;
      const end = 0.3 + noise.random() * 0.65;
      for (let y = 0; y < end; y += 0.016 + noise.random() * 0.03)
        drop(x + noise.at(index * 5, y * 7) * 0.018, y, 0.002 + noise.random() * 0.0032, 1.6);
      drop(x + noise.at(index * 5, end * 7) * 0.018, end, 0.013, 1.7);
    }
    bloom(canvas, { threshold: 0.4, radius: 0.025, strength: 0.35 });
  },
  finish: { exposure: 0.3, saturation: 1.08 },
};

/** The colours of a soap film: light against light, by thickness. */
export const soapFilm: Scene = {
  paint: (canvas) => {
    const noise = makeNoise(127);
    const film = (x: number, y: number) => {
      const a = noise.fbm(x * 0.9 + 1, y * 0.9, 3);
      const b = noise.fbm(x * 0.9 + 4 + a * 2.2, y * 0.9 + a * 1.6 + 8, 4);
      return 0.25 + y * 0.95 + b * 1.15 + noise.fbm(x * 2 + b * 3, y * 2 + a * 3, 3) * 0.24;
    };
    paint(canvas, (x, y) => {
      const thick = film(x, y);
      const tilt = (film(x + 0.004, y - 0.004) - thick) * 22;
      const wave = (nanometres: number) => Math.sin((Math.PI * 2 * 1.33 * (120 + thick * 760)) / nanometres) ** 2;
      const fade = Math.exp(-Math.max(0, thick - 0.5) * 0.6);
      const colour: Rgb = [lerp(0.42, wave(640), fade), lerp(0.4, wave(535), fade), lerp(0.46, wave(455), fade)];
      const shine = clamp(0.62 + tilt * 0.24, 0.3, 1.25);
      const highlight = smooth(0.55, 1.25, tilt) * 0.35 + glow(x, y, { x: -0.28, y: 0.16, size: 0.1 }) * 0.3;
      return add(scale(colour, shine * 0.82), [0.9, 0.95, 1], highlight);
    });
  },
  finish: { grain: 0, vignette: 0.45, saturation: 1.1 },
};
