import { add, bloom, clamp, hex, lerp, mix, paint, type Rgb, scale, slope, smooth } from '../canvas.ts';
import { makeNoise, type Noise } from '../noise.ts';
import { direction, drawTerrain, haze, makeTerrain, shade, shadows } from '../terrain.ts';
import { clouds, type Scene, spot, stars } from './scene.ts';

/** Dunes: a gentle side for the wind, a steep one behind the crest, crests that wander and run into each other. */
function dunes(noise: Noise, size: number) {
  return makeTerrain(size, (x, y) => {
    const one = (along: number, length: number) => {
      const part = along / length - Math.floor(along / length);
      return part < 0.7 ? smooth(0, 0.72, part) : 1 - smooth(0.69, 1, part) ** 0.8;
    };
    const bend = noise.fbm(x / 230, y / 230, 3) * 210;
    const big = one(x * 0.8 + y * 0.6 + bend, 230) * (0.45 + 0.55 * smooth(-0.3, 0.35, noise.at(x / 160, y / 160)));
    const small =
      one(x * 0.95 - y * 0.3 + bend * 0.6 + noise.at(x / 50, y / 50) * 14, 74) * smooth(0.55, 0.1, big) * 0.24;
    return (big + small) * 46 + noise.fbm(x / 110, y / 110, 2) * 22;
  });
}

type Dunes = {
  seed: number;
  sun: readonly [number, number, number];
  sunlight: Rgb;
  skylight: Rgb;
  sky: ReturnType<typeof slope>;
  view: { x: number; y: number; height: number; heading: number; spread: number; horizon: number };
  air: string;
};

const duneScene = ({ seed, sun, sunlight, skylight, sky, view, air }: Dunes): Scene => ({
  paint: (canvas) => {
    const noise = makeNoise(seed);
    const terrain = dunes(noise, 1024);
    const lit = shadows(terrain, sun, 0.05);
    const sand = hex('#d9a066');
    const pale = hex('#efcf9e');
    paint(canvas, (x, y) =>
      mix(
        sky(clamp(y / view.horizon)),
        [0.95, 0.8, 0.7],
        clouds(noise, x, y, view.horizon + 0.03, { cover: 0.36, size: 2.6 }) * 0.35,
      ),
    );
    drawTerrain(
      canvas,
      terrain,
      { ...view, near: 8, far: 1000 },
      lit,
      (place) => {
        const close = smooth(230, 20, place.distance);
        const wind = noise.fbm(place.x / 24, place.y / 24, 2) * 4;
        const ripple =
          Math.sin((place.x * 0.9 + place.y * 0.5 + wind) * 3.1) * close * smooth(0.75, 0.95, place.normal[2]);
        const tilt = [place.normal[0] - ripple * 0.1, place.normal[1] - ripple * 0.05, place.normal[2]] as const;
        const grain = 1 + noise.at(place.x * 6, place.y * 6) * 0.05 * close;
        const albedo = scale(
          mix(sand, pale, clamp(0.3 + noise.fbm(place.x / 60, place.y / 60, 3) + ripple * 0.12)),
          grain,
        );
        return shade(albedo, { ...place, normal: tilt }, sun, sunlight, skylight);
      },
      haze(hex(air), 0.0006),
    );
  },
  finish: { contrast: 1.15 },
});

export const duneSea = duneScene({
  seed: 6,
  sun: direction(-0.75, 0.2),
  sunlight: [3.6, 2.1, 1],
  skylight: [0.2, 0.2, 0.3],
  sky: slope([0, '#4f7fae'], [0.6, '#b9c3c4'], [1, '#f2d9b4']),
  view: { x: 60, y: 250, height: 92, heading: 0.55, spread: 0.42, horizon: 0.24 },
  air: '#e6c39c',
});

export const duneShadow = duneScene({
  seed: 19,
  sun: direction(-1.35, 0.17),
  sunlight: [3.6, 1.45, 0.55],
  skylight: [0.13, 0.12, 0.24],
  sky: slope([0, '#3b4f86'], [0.55, '#a98aa4'], [1, '#f3b27e']),
  view: { x: 180, y: 560, height: 82, heading: -0.1, spread: 0.3, horizon: 0.3 },
  air: '#d79a7c',
});

/** Layers of sandstone, bent and cut by wind. */
export const sandstone: Scene = {
  paint: (canvas) => {
    const noise = makeNoise(64);
    const bands = slope(
      [0, '#5f2413'],
      [0.2, '#a5452a'],
      [0.38, '#d98850'],
      [0.52, '#f2cfa0'],
      [0.64, '#d4714a'],
      [0.82, '#8a3322'],
      [1, '#e2a877'],
    );
    const layer = (x: number, y: number) => {
      const bent = noise.fbm(x * 0.75 + 2, y * 0.75, 3);
      const px = x + bent * 0.85;
      const py = y + noise.fbm(x * 0.8 + 30, y * 0.6 + bent, 3) * 0.95;
      return py * 1.25 - px * 0.55 + Math.sin(px * 2.6 + py * 1.2) * 0.2;
    };
    paint(canvas, (x, y) => {
      const here = layer(x, y);
      const light = (layer(x - 0.004, y - 0.006) - here) / 0.0072;
      const fold = noise.fbm(x * 0.9 + 9, y * 0.9 + 9, 4);
      const fine = noise.fbm(here * 55, x * 1.2, 3) * 0.09 + noise.at(here * 190, 3) * 0.03;
      const tone = (((here * 2.1 + fine + noise.at(here * 9, 8) * 0.18) % 1) + 1) % 1;
      const grit = 1 + noise.fbm(x * 150, y * 150, 2) * 0.16;
      const relief = 0.72 + light * 0.2 + Math.sin(here * 130) * 0.05 + fold * 0.55;
      return scale(bands(tone), clamp(relief, 0.12, 1.7) * grit);
    });
  },
  finish: { vignette: 0.35, contrast: 1.15 },
};

/** The galaxy rising over table mountains. */
export const milkyWay: Scene = {
  paint: (canvas) => {
    const noise = makeNoise(91);
    const sky = slope([0, '#060b1a'], [0.55, '#0d1a33'], [0.85, '#1e2f4b'], [1, '#4b4152']);
    paint(canvas, (x, y) => {
      const along = x * 0.42 + (y - 0.42) * 0.907;
      const across = x * 0.907 - (y - 0.42) * 0.42 + 0.03 + noise.fbm(along * 2, 5, 3) * 0.05;
      const wide = 0.085 + 0.05 * smooth(-0.5, 0.35, along);
      const band = Math.exp(-((across / wide) ** 2));
      const core = Math.exp(-((across / (wide * 0.8)) ** 2) - ((along - 0.22) / 0.2) ** 2);
      const lane =
        noise.fbm(along * 4.5 + 3, across * 11, 6) * 0.5 + noise.ridged(along * 2.6, across * 7 + 4, 5) * 0.62;
      const dust = smooth(0.3, 0.72, lane) * Math.exp(-(((across - 0.006) / (wide * 0.62)) ** 2));
      const cloud = 0.55 + noise.fbm(along * 9, across * 9, 5) * 0.9;
      const light = (band * 0.1 + core * 0.3) * clamp(cloud, 0.15, 2) * (1 - dust * 0.86);
      const tint = mix([0.62, 0.72, 1], [1, 0.8, 0.6], clamp(core * 1.4));
      const pink = Math.max(0, noise.fbm(along * 6 + 40, across * 16, 4)) * core * 0.2;
      return add(add(sky(clamp(y / 0.84)), tint, light), [1, 0.25, 0.4], pink * (1 - dust));
    });
    for (const [count, spread, strength] of [
      [5200, 0.07, 0.3],
      [1700, 0.6, 1],
    ] as const) {
      for (let index = 0; index < count; index++) {
        const along = (noise.random() - 0.5) * 1.9;
        const across = (noise.random() + noise.random() + noise.random() - 1.5) * spread * 2.1;
        const x = across * 0.907 + along * 0.42;
        const y = 0.42 + along * 0.907 - across * 0.42;
        if (y < 0 || y > 0.85) continue;
        const bright = strength * (0.12 + noise.random() ** 8 * 1.8 + (noise.random() > 0.997 ? 2.5 : 0));
        spot(
          canvas,
          x * canvas.height + canvas.width / 2,
          y * canvas.height,
          (canvas.height / 1000) * (0.34 + Math.min(0.5, bright * 0.3)),
          scale(noise.random() < 0.4 ? [1, 0.86, 0.7] : [0.85, 0.92, 1], bright),
        );
      }
    }
    const mesa = (x: number, layer: number) => {
      const raised = smooth(-0.02, 0.03, noise.fbm(x * 2.2 + layer * 11 + 1, layer * 5, 2) - 0.02 + layer * 0.03);
      const lower = smooth(-0.08, 0, noise.fbm(x * 2.2 + layer * 11 + 1, layer * 5, 2) + 0.06);
      return 0.86 + layer * 0.065 - raised * 0.1 - lower * 0.028 - noise.fbm(x * 22, layer, 3) * 0.006;
    };
    for (let layer = 0; layer < 3; layer++) {
      const tone = mix(hex('#2a2634'), hex('#08070b'), layer / 2);
      paint(canvas, (x, y, under) => {
        const below = y - mesa(x, layer);
        if (below < 0) return under;
        const strata = 1 + noise.at(x * 3, y * 130) * 0.18 + noise.fbm(x * 34, y * 20, 3) * 0.4;
        return mix(under, scale(tone, clamp(strata, 0.4, 2)), smooth(0, 0.002, below));
      });
    }
    bloom(canvas, { threshold: 0.3, radius: 0.012, strength: 0.4 });
  },
  finish: { exposure: 0.55, vignette: 0.25, saturation: 1.1 },
};

/** An hour of stars circling the pole. */
export const starTrails: Scene = {
  paint: (canvas) => {
    const noise = makeNoise(17);
    const pole = { x: 0.16, y: 0.5 };
    const sky = slope([0, '#0a1530'], [0.6, '#1b3155'], [0.9, '#4a5a78'], [1, '#b07d62']);
    const rings = 520;
    type Arc = { from: number; length: number; light: number; tint: Rgb };
    const arcs: Arc[][] = Array.from({ length: rings }, () =>
      Array.from({ length: noise.random() < 0.75 ? (noise.random() < 0.4 ? 2 : 1) : 0 }, () => {
        const warmth = noise.random();
        return {
          from: noise.random() * Math.PI * 2,
          length: 0.75 + noise.random() * 0.5,
          light: 0.05 + noise.random() ** 5 * 0.75,
          tint: warmth < 0.55 ? [0.75, 0.87, 1] : warmth < 0.8 ? [1, 0.95, 0.88] : [1, 0.75, 0.5],
        };
      }),
    );
    paint(canvas, (x, y) => {
      let colour = sky(clamp(y / 0.82));
      const radius = Math.hypot(x - pole.x, y - pole.y);
      const angle = Math.atan2(y - pole.y, x - pole.x) + Math.PI;
      const ring = (radius / 1.12) * rings;
      const index = Math.floor(ring);
      for (const arc of arcs[index] ?? []) {
        const along = (angle - arc.from + Math.PI * 4) % (Math.PI * 2);
        const edge = smooth(0, 0.02, along) * smooth(arc.length, arc.length - 0.02, along);
        const aside = (ring - index - 0.5) * 2.6;
        colour = add(colour, arc.tint, edge * arc.light * Math.exp(-aside * aside * 2.2));
      }
      return colour;
    });
    const arch = (x: number) =>
      0.8 -
      smooth(0.62, 0.1, Math.abs(x + 0.42)) * 0.16 -
      noise.fbm(x * 2.1, 2, 5) * 0.1 -
      smooth(0.02, 0.05, noise.at(x * 1.6 + 3.3, 5)) * 0.05;
    paint(canvas, (x, y, under) => {
      const below = y - arch(x);
      if (below < 0) return under;
      const rock = 0.6 + noise.fbm(x * 6, y * 30, 5) * 1.1 + noise.ridged(x * 9, y * 7, 4) * 0.35;
      return mix(
        under,
        scale(mix(hex('#4a3a34'), hex('#15131a'), smooth(0, 0.25, below)), clamp(rock, 0.15, 2) * 0.62),
        smooth(0, 0.003, below),
      );
    });
    bloom(canvas, { threshold: 0.4, radius: 0.01, strength: 0.3 });
  },
  finish: { exposure: 0.35 },
};

/** The moon a day before it is full. */
export const moon: Scene = {
  paint: (canvas) => {
    const noise = makeNoise(70);
    const size = 900;
    type Crater = { x: number; y: number; radius: number; fresh: number };
    const craters: Crater[] = Array.from({ length: 900 }, () => ({
      x: noise.random() * 2.2 - 1.1,
      y: noise.random() * 2.2 - 1.1,
      radius: 0.006 + noise.random() ** 7 * 0.11,
      fresh: noise.random(),
    }));
    const rough = makeTerrain(size, (x, y) => noise.fbm(x / 60, y / 60, 7) * 9 + noise.fbm(x / 14, y / 14, 4) * 2.4);
    const bright = new Float32Array(size * size);
    for (const { x, y, radius, fresh } of craters) {
      const [cx, cy, r] = [((x + 1) / 2) * size, ((y + 1) / 2) * size, (radius / 2) * size];
      const rays = fresh > 0.985 ? 9 : 2.2;
      for (let row = Math.max(0, Math.floor(cy - r * rays)); row < Math.min(size, cy + r * rays); row++) {
        for (let column = Math.max(0, Math.floor(cx - r * rays)); column < Math.min(size, cx + r * rays); column++) {
          const away = Math.hypot(column - cx, row - cy) / r;
          const rim = away < 1 ? away * away * 1.5 - 1 : 0.5 * Math.exp(-(away - 1) * 3.2);
          if (away < 2.2) rough.heights[row * size + column]! += rim * Math.min(r, 16) * 0.34;
          if (rays > 3 && away > 0.6) {
            const ray = Math.max(0, noise.fbm(Math.atan2(row - cy, column - cx) * 3.5 + x * 9, away * 0.4, 4) + 0.12);
            bright[row * size + column]! += ray * Math.exp(-away * 0.4) * 1.1;
          }
        }
      }
    }
    const maria = (x: number, y: number) =>
      smooth(
        0,
        0.16,
        noise.fbm(x * 1.5 + 6.2, y * 1.5 + 2.4, 4) + noise.fbm(x * 6, y * 6, 4) * 0.1 - (x + y) * 0.14 + 0.02,
      );
    const radius = 0.4;
    const sun = direction(0.5, 0.62);
    stars(canvas, noise, 220, 1, 0.25);
    paint(canvas, (x, y, under) => {
      const px = x / radius;
      const py = (y - 0.5) / radius;
      const away = Math.hypot(px, py);
      if (away > 1.004) return add(under, [0.5, 0.6, 0.8], 0.02 * Math.exp(-(away - 1) * 6));
      const z = Math.sqrt(Math.max(0, 1 - away * away));
      const column = clamp(((px + 1) / 2) * size, 1, size - 2) | 0;
      const row = clamp(((py + 1) / 2) * size, 1, size - 2) | 0;
      const at = row * size + column;
      const gx = (rough.heights[at + 1]! - rough.heights[at - 1]!) * 0.11;
      const gy = (rough.heights[at + size]! - rough.heights[at - size]!) * 0.11;
      const light = Math.max(0, (px * 0.9 - gx) * sun[0] + (py * 0.9 - gy) * -0.25 + (z + 0.15) * sun[2] * 1.1);
      const sea = maria(px, py);
      const albedo =
        lerp(0.78, 0.3, sea) * (1 + noise.fbm(px * 12, py * 12, 5) * 0.3) + Math.min(0.4, bright[at]! * 0.5);
      const colour = scale(mix([1, 0.96, 0.9], [0.86, 0.9, 0.98], sea), albedo * light * 0.95);
      return mix(under, colour, smooth(1.003, 0.996, away));
    });
  },
  finish: { grain: 0.006, vignette: 0, contrast: 1.15 },
};
