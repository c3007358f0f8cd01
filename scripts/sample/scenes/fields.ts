import { add, bloom, clamp, hex, lerp, mix, paint, type Rgb, scale, slope, smooth } from '../canvas.ts';
import { makeNoise } from '../noise.ts';
import { direction, drawTerrain, haze, makeTerrain, shade, shadows } from '../terrain.ts';
import { clouds, cover, glow, type Scene } from './scene.ts';

/** Soft hills under the plough, cypresses, morning mist in the hollows. */
export const hills: Scene = {
  paint: (canvas) => {
    const noise = makeNoise(62);
    const size = 1024;
    const terrain = makeTerrain(
      size,
      (x, y) => (noise.fbm(x / 190, y / 150, 3) + 0.4) * 70 + noise.fbm(x / 60, y / 60, 2) * 6,
    );
    const sun = direction(2.1, 0.2);
    const lit = shadows(terrain, sun, 0.06);
    const crops = ['#a8b24a', '#6f8f3a', '#c9b35a', '#8a7442', '#4f7a36', '#d6c27a', '#7d9b48'].map(hex);
    const sky = slope([0, '#7fa6c9'], [0.6, '#d6d6c9'], [1, '#fbe3b8']);
    paint(canvas, (x, y) => {
      const thin = clouds(noise, x, y, 0.38, { cover: 0.45, size: 2 });
      return add(
        mix(sky(clamp(y / 0.34)), [1, 0.92, 0.8], thin * 0.4),
        hex('#ffdf9f'),
        glow(x, y, { x: -0.62, y: 0.24, size: 0.2 }) * 0.6,
      );
    });
    const field = (x: number, y: number) => {
      const px = (x + noise.fbm(x / 80, y / 80, 2) * 24) / 74;
      const py = (y + noise.fbm(x / 80 + 9, y / 80, 2) * 24) / 96;
      const [column, row] = [Math.floor(px), Math.floor(py)];
      const seed = noise.at(column * 3.7 + 0.4, row * 5.3 + 0.6) + 1.2;
      const edge = Math.min(px - column, column + 1 - px, py - row, row + 1 - py);
      return { crop: Math.floor(seed * 37) % crops.length, angle: seed * 9, edge, rows: Math.floor(seed * 91) % 3 };
    };
    const distances = drawTerrain(
      canvas,
      terrain,
      { x: 20, y: size / 2, height: 92, heading: 0, spread: 0.5, horizon: 0.29, near: 30, far: 980 },
      lit,
      (place) => {
        const { crop, angle, edge, rows } = field(place.x, place.y);
        const across = place.x * Math.cos(angle) + place.y * Math.sin(angle);
        const furrow =
          Math.sin(across * (rows === 0 ? 1.5 : 0.8)) * (rows === 2 ? 0.04 : 0.16) * smooth(600, 120, place.distance);
        const wild = noise.fbm(place.x / 7, place.y / 7, 4);
        let albedo = scale(crops[crop] ?? crops[0]!, 0.85 + furrow + wild * 0.28);
        albedo = mix(albedo, hex('#2f4a22'), smooth(0.035, 0.012, edge + wild * 0.02) * 0.85);
        const light = shade(albedo, place, sun, [3.1, 2.2, 1.15], [0.34, 0.38, 0.42]);
        const hollow =
          smooth(26, 2, place.height + noise.fbm(place.x / 60, place.y / 60, 3) * 16) *
          smooth(120, 420, place.distance);
        return mix(light, hex('#f2dcb4'), hollow * 0.75);
      },
      haze(hex('#efd9b0'), 0.0011),
    );
    const distanceAt = (x: number, y: number) =>
      distances[Math.floor(y * canvas.height) * canvas.width + Math.floor(x * canvas.height + canvas.width / 2)] ?? 0;
    const cypress = (x: number, y: number, tall: number, air: number) => {
      const seed = noise.random() * 50;
      cover(
        canvas,
        { left: x - tall * 0.2, right: x + tall * 0.2, top: y - tall, bottom: y },
        (px, py) => {
          const up = (y - py) / tall;
          const half =
            0.105 * Math.sin(clamp(up * 0.97 + 0.03) ** 0.6 * Math.PI) ** 0.75 * (1.05 - up * 0.35) +
            noise.at(seed, up * 22) * 0.014;
          return Math.abs(px - x) / tall < half ? 1 : 0;
        },
        (px, py) =>
          mix(
            scale(
              mix(hex('#1d2c17'), hex('#75793a'), smooth(0.02, -0.09, (px - x) / tall)),
              0.75 + noise.fbm(px * 160, py * 90, 3) * 0.8,
            ),
            hex('#efd9b0'),
            air,
          ),
      );
    };
    for (const [x0, y0, x1, y1, count] of [
      [-0.1, 0.47, 0.26, 0.565, 13],
      [0.38, 0.43, 0.5, 0.41, 6],
      [-0.6, 0.52, -0.46, 0.5, 4],
    ] as const) {
      for (let index = 0; index < count; index++) {
        const t = (index + noise.random() * 0.35) / count;
        const [x, y] = [lerp(x0, x1, t), lerp(y0, y1, t)];
        const away = distanceAt(x, y) || 500;
        cypress(x, y, Math.min(0.13, (21 + noise.random() * 5) / away), 1 - Math.exp(-away * 0.0011));
      }
    }
    bloom(canvas, { threshold: 0.75, radius: 0.06, strength: 0.25 });
  },
  finish: { contrast: 1.12, saturation: 1.05 },
};

/** Lavender in rows that run to the horizon, a single tree. */
export const lavender: Scene = {
  paint: (canvas) => {
    const noise = makeNoise(26);
    const horizon = 0.42;
    const sun = { x: 0.42, y: 0.33 };
    const sky = slope([0, '#4f6db0'], [0.45, '#b79fc6'], [0.8, '#ffc29a'], [1, '#ffdf9e']);
    paint(canvas, (x, y) => {
      const thick = clouds(noise, x, y, horizon, { cover: 0.5, size: 1.3, drift: 9 });
      const near = glow(x, y, { ...sun, size: 0.35 });
      const cloud = mix(hex('#8d7ba8'), hex('#ffc58f'), clamp(near + 0.2));
      return add(
        mix(sky(clamp(y / horizon)), cloud, thick * 0.7),
        hex('#ffe6b0'),
        glow(x, y, { ...sun, size: 0.026 }) * 4 + near * 0.14,
      );
    });
    for (const [base, tone, wide] of [
      [0.395, '#8f83a8', 1.5],
      [0.41, '#5f6a80', 2.7],
    ] as const) {
      const colour = hex(tone);
      paint(canvas, (x, y, under) =>
        y > base - noise.fbm(x * wide + base * 90, 2, 5) * 0.06
          ? mix(colour, add(colour, hex('#ffb870'), 0.25), glow(x, y, { ...sun, size: 0.4 }))
          : under,
      );
    }
    const [violet, deep, green, soil, tip] = ['#8a5fc0', '#3f2a6b', '#4a5a34', '#7a5a45', '#c9a0e0'].map(hex) as [
      Rgb,
      Rgb,
      Rgb,
      Rgb,
      Rgb,
    ];
    paint(canvas, (x, y, under) => {
      const edge = horizon + noise.fbm(x * 2, 8, 3) * 0.008;
      if (y < edge) return under;
      const depth = y - edge + 0.012;
      const away = 0.2 / depth;
      const across = (x - 0.05) * away * 4.3 + noise.at(away * 0.5, 3) * 0.12;
      const row = across - Math.floor(across) - 0.5;
      const fluff = noise.fbm(across * 7, away * 22, 4);
      const flower = noise.fbm(x * 190 * (0.4 + depth), y * 240, 3);
      const bush = clamp(1 - (Math.abs(row) * 2) ** 2.6 * 1.1 + fluff * 0.5);
      const top = clamp(bush * 0.9 - row * 0.55 + flower * 0.8 + fluff * 0.5);
      let colour = mix(mix(soil, green, clamp(0.35 + fluff)), deep, smooth(0.12, 0.4, bush));
      colour = mix(colour, violet, smooth(0.3, 0.75, bush + flower * 0.3));
      colour = mix(colour, tip, smooth(0.62, 1.25, top) * 0.8);
      const light = 0.62 + top * 0.62 + glow(x, y, { x: sun.x, y: horizon, size: 0.5 }) * 0.5;
      const air = Math.exp(-depth * 9);
      return mix(
        scale(colour, light),
        add(hex('#a884b4'), hex('#ffb784'), glow(x, y, { ...sun, size: 0.4 }) * 0.5),
        air * 0.65,
      );
    });
    const tree = { x: -0.36, y: horizon + 0.018 };
    cover(
      canvas,
      { left: tree.x - 0.15, right: tree.x + 0.15, top: 0.2, bottom: tree.y },
      (x, y) => {
        if (Math.abs(x - tree.x) < 0.006 + Math.max(0, y - tree.y + 0.02) * 0.4 && y > 0.34) return 1;
        const away = Math.hypot((x - tree.x) / 0.105, (y - 0.318) / 0.078);
        return away + noise.fbm(x * 13, y * 13, 4) * 0.75 + noise.fbm(x * 70, y * 70, 2) * 0.5 < 1 ? 1 : 0;
      },
      (x, y) =>
        scale(
          mix(
            hex('#232b22'),
            hex('#8f7a44'),
            clamp((x - tree.x) * 6 + (0.31 - y) * 5 + 0.2 + noise.fbm(x * 50, y * 50, 3) * 0.7),
          ),
          0.75,
        ),
    );
    bloom(canvas, { threshold: 0.8, radius: 0.06, strength: 0.35 });
  },
  finish: { saturation: 1.05, contrast: 1.08 },
};

/** Tulip fields from the air: ribbons of colour, ditches, a road. */
export const tulips: Scene = {
  paint: (canvas) => {
    const noise = makeNoise(45);
    const flowers = [
      '#d7263d',
      '#f5b41d',
      '#f2f0e6',
      '#e8589a',
      '#5b2a86',
      '#f07f2e',
      '#4f9a45',
      '#b3122f',
      '#f9d65c',
      '#cf7ac0',
    ].map(hex);
    const [grass, soil, water, road] = ['#5c8a3c', '#7a6248', '#4f7f94', '#a7a49d'].map(hex) as [Rgb, Rgb, Rgb, Rgb];
    const turn = 0.34;
    paint(canvas, (x, y) => {
      const px = x * Math.cos(turn) + (y - 0.5) * Math.sin(turn);
      const py = -x * Math.sin(turn) + (y - 0.5) * Math.cos(turn);
      const block = px < -0.31 ? 0 : px < 0.27 ? 1 : 2;
      const gap = Math.min(Math.abs(px + 0.31), Math.abs(px - 0.27));
      const fine = noise.fbm(x * 150, y * 150, 3);
      const broad = noise.fbm(x * 5, y * 5, 4);
      if (gap < 0.011) {
        if (gap < 0.0042)
          return block === 2 || px > 0 ? scale(water, 0.85 + broad * 0.4) : scale(road, 0.95 + fine * 0.12);
        return scale(grass, 0.85 + fine * 0.5 + broad * 0.3);
      }
      const wide = [0.062, 0.043, 0.075][block]!;
      const shifted = py + block * 0.021;
      const strip = Math.floor(shifted / wide);
      const within = shifted / wide - strip;
      const choice = Math.floor((noise.at(strip * 3.31 + 0.4, block * 7.7 + 0.3) + 1.3) * 53) % flowers.length;
      const flower = flowers[choice] ?? flowers[0]!;
      const line = Math.sin(shifted * 620) * 0.5 + 0.5;
      const patchy = smooth(0.2, 0.5, broad + noise.fbm(x * 30, y * 30, 3) * 0.4);
      const bloomed = mix(flower, mix(grass, soil, line * 0.6), clamp(0.1 + patchy * 0.55 + (line < 0.22 ? 0.45 : 0)));
      const rim = smooth(0.045, 0.02, Math.min(within, 1 - within));
      const tracks = Math.abs(Math.abs(px - [-0.56, -0.02, 0.55][block]!) - 0.004) < 0.0012 ? 0.5 : 0;
      return scale(mix(mix(bloomed, grass, rim), soil, tracks), 0.86 + fine * 0.42 + broad * 0.18);
    });
  },
  finish: { vignette: 0.15, exposure: 0.1 },
};
