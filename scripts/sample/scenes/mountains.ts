import { add, bloom, clamp, hex, mix, paint, type Rgb, scale, slope, smooth } from '../canvas.ts';
import { makeNoise, type Noise } from '../noise.ts';
import { direction, drawTerrain, erode, haze, makeTerrain, mirror, type Place, shade, shadows } from '../terrain.ts';
import { clouds, cover, glow, type Scene } from './scene.ts';

/** Ridge behind ridge in the morning haze, the sun just up. */
export function ridges({
  seed,
  sky,
  near,
  far,
  sun,
  layers = 9,
  top = 0.42,
}: {
  seed: number;
  sky: ReturnType<typeof slope>;
  near: string;
  far: string;
  sun: { x: number; y: number; colour: string };
  layers?: number;
  top?: number;
}): Scene {
  return {
    paint: (canvas) => {
      const noise = makeNoise(seed);
      const sunlight = hex(sun.colour);
      paint(canvas, (x, y) => {
        const veil = clouds(noise, x, y, 0.62, { cover: 0.42, size: 2.2 });
        const base = sky(clamp(y / 0.62));
        const light = glow(x, y, { ...sun, size: 0.028 }) * 6 + glow(x, y, { ...sun, size: 0.16 }) * 0.5;
        return add(mix(base, mix(base, sunlight, 0.5), veil * 0.5), sunlight, light);
      });
      const nearest = hex(near);
      const farthest = hex(far);
      for (let layer = 0; layer < layers; layer++) {
        const depth = layer / (layers - 1);
        const base = top + depth ** 1.35 * (0.92 - top);
        const size = 0.5 + depth * 0.75;
        const low = (x: number) =>
          base - noise.fbm((x / size + layer * 13.7) * 0.6, layer * 7.7, 2) * 0.16 * (0.55 + depth * 0.5);
        const line = (x: number) =>
          low(x) - (noise.ridged((x / size + layer * 13.7) * 1.25, layer * 3.1, 6) - 0.55) * 0.2 * (0.55 + depth * 0.5);
        const tone = mix(farthest, nearest, depth ** 1.25);
        paint(canvas, (x, y, under) => {
          const crest = line(x);
          if (y < crest) return under;
          const below = y - low(x);
          const warm = Math.exp(-Math.abs(x - sun.x) * 2.4) * (1 - depth) * 0.75;
          const lit = add(tone, sunlight, warm * 0.22);
          const mist =
            smooth(-0.04, 0.17, below) * (1 - depth * 0.85) * (0.85 + noise.fbm(x * 3 + layer, y * 9, 4) * 0.5);
          const bright = add(scale(farthest, 1.12), sunlight, warm * 0.4);
          const wood = depth > 0.55 ? 1 - 0.22 * depth * (noise.at(x * 190, y * 120) * 0.5 + 0.5) : 1;
          return mix(scale(lit, wood), bright, clamp(mist));
        });
      }
      bloom(canvas, { threshold: 0.7, radius: 0.05, strength: 0.35 });
    },
  };
}

export const dawnRidges = ridges({
  seed: 4,
  sky: slope([0, '#37618f'], [0.45, '#9fb4c4'], [0.8, '#f3cfa4'], [1, '#f9b778']),
  near: '#0b1a2b',
  far: '#b9a89f',
  sun: { x: 0.28, y: 0.4, colour: '#ffdca8' },
});

export const violetRidges = ridges({
  seed: 21,
  sky: slope([0, '#2f2a5a'], [0.4, '#7a5a93'], [0.75, '#e39a9a'], [1, '#ffc58f']),
  near: '#150f29',
  far: '#c48c9a',
  sun: { x: -0.2, y: 0.47, colour: '#ffc79a' },
  layers: 7,
  top: 0.5,
});

/** The same valley with balloons drifting over it. */
export const balloons: Scene = {
  paint: (canvas) => {
    ridges({
      seed: 33,
      sky: slope([0, '#7fb0d6'], [0.5, '#cfdfe4'], [0.85, '#fbe7c6'], [1, '#ffd9a0']),
      near: '#2d4a45',
      far: '#cfc8b4',
      sun: { x: -0.55, y: 0.42, colour: '#ffeccb' },
      layers: 8,
      top: 0.52,
    }).paint(canvas);
    const fleet: [number, number, number, string, string][] = [
      [0.2, 0.3, 0.125, '#c8372d', '#f2d9a0'],
      [-0.3, 0.2, 0.07, '#e7a33a', '#a23b2a'],
      [0.55, 0.17, 0.045, '#2f6f8f', '#f0e6d0'],
      [-0.06, 0.42, 0.036, '#7b3f73', '#e8b04a'],
      [0.43, 0.47, 0.028, '#d9822b', '#fff1d0'],
      [-0.52, 0.36, 0.024, '#3b7a57', '#f4e7c1'],
      [-0.17, 0.11, 0.022, '#b9432f', '#f7ecd6'],
    ];
    for (const [x, y, size, one, two] of fleet) balloon(canvas, x, y, size, hex(one), hex(two));
  },
  finish: { vignette: 0.15 },
};

function balloon(canvas: Parameters<typeof cover>[0], cx: number, cy: number, size: number, one: Rgb, two: Rgb): void {
  const air = clamp((0.07 - size) / 0.06) * 0.45;
  const shape = (x: number, y: number) => {
    const down = (y - cy) / size;
    const half = down < 0 ? Math.sqrt(Math.max(0, 1 - down * down)) : Math.cos(clamp(down / 1.35) * 1.28) ** 0.9;
    return { down, aside: (x - cx) / size / Math.max(half, 1e-3), half };
  };
  cover(
    canvas,
    { left: cx - size, right: cx + size, top: cy - size, bottom: cy + size * 1.35 },
    (x, y) => (Math.abs(shape(x, y).aside) < 1 ? 1 : 0),
    (x, y) => {
      const { aside, down } = shape(x, y);
      const gore = Math.floor((Math.asin(clamp(aside, -1, 1)) / Math.PI + 0.5) * 12);
      const band = Math.abs(down - 0.15) < 0.16;
      const cloth = (gore % 2 === 0) !== band ? one : two;
      const light = 0.42 + 0.75 * clamp(0.55 - aside * 0.75 - down * 0.35);
      return mix(scale(cloth, light * 1.25), [0.75, 0.7, 0.6], air);
    },
  );
  cover(
    canvas,
    { left: cx - size * 0.2, right: cx + size * 0.2, top: cy + size * 1.3, bottom: cy + size * 1.75 },
    (x, y) => {
      const down = (y - cy) / size;
      const aside = Math.abs(x - cx) / size;
      if (down > 1.58 && down < 1.74) return aside < 0.1 ? 1 : 0;
      return down < 1.6 && Math.abs(aside - 0.09 - (1.6 - down) * 0.12) < 0.008 ? 0.8 : 0;
    },
    () => mix([0.09, 0.05, 0.03], [0.6, 0.55, 0.5], air),
  );
}

/** Peaks around a valley that opens towards growing x. */
function alps(noise: Noise, size: number, { tall, valley }: { tall: number; valley: number }) {
  const terrain = makeTerrain(size, (x, y) => {
    const bend = noise.fbm(x / 180, y / 180, 3) * 50;
    const crest = noise.ridged((x + bend) / 240, (y - bend) / 240, 8);
    const open = smooth(
      valley * 0.35,
      valley * 1.6,
      Math.abs(y - size / 2 + noise.at(x / 130, 3) * 45) + Math.max(0, x - size * 0.42) * 0.9,
    );
    return tall * crest ** 1.5 * (0.06 + 0.94 * open) + noise.fbm(x / 40, y / 40, 4) * 5;
  });
  erode(terrain, noise, 120_000, 0.12);
  return terrain;
}

/** Rock, snow, woods and meadows, by height and steepness. */
function alpine(
  noise: Noise,
  { snowline, treeline, rock = '#6d655d' }: { snowline: number; treeline: number; rock?: string },
) {
  const [stone, dark, snow, wood, meadow] = [rock, '#463f3a', '#f4f7fb', '#1c2b1d', '#5d6b35'].map(hex) as [
    Rgb,
    Rgb,
    Rgb,
    Rgb,
    Rgb,
  ];
  return ({ x, y, height, normal, distance }: Place): Rgb => {
    const fine = noise.fbm(x / 9, y / 9, 5) + (distance < 300 ? noise.fbm(x * 1.2, y * 1.2, 3) * 0.4 : 0);
    const steep = 1 - normal[2];
    let albedo = mix(stone, dark, clamp(0.5 + noise.fbm(x / 30, height / 4, 4) + fine * 0.3));
    const green = smooth(treeline + 20, treeline - 15, height + fine * 26) * smooth(0.5, 0.3, steep);
    albedo = mix(albedo, mix(meadow, wood, smooth(-0.12, 0.12, noise.fbm(x / 22, y / 22, 4) + 0.06)), green);
    const white = smooth(snowline - 9, snowline + 13, height + fine * 26) * smooth(0.5, 0.3, steep + fine * 0.2);
    return mix(albedo, snow, white);
  };
}

/** A lake without wind at the foot of the range. */
export const alpineLake: Scene = {
  paint: (canvas) => {
    const noise = makeNoise(11);
    const size = 1024;
    const terrain = alps(noise, size, { tall: 150, valley: 110 });
    const sun = direction(2.35, 0.5);
    const lit = shadows(terrain, sun);
    const air = hex('#b9cfe2');
    const sky = slope([0, '#245a9c'], [0.55, '#6ea3d2'], [1, '#cfe0ea']);
    paint(canvas, (x, y) => {
      const white = clouds(noise, x, y, 0.56, { cover: 0.5, size: 1.1, drift: 3 });
      return mix(sky(clamp(y / 0.52)), [0.95, 0.96, 0.98], white * 0.85);
    });
    const land = alpine(noise, { snowline: 52, treeline: 27 });
    drawTerrain(
      canvas,
      terrain,
      { x: 30, y: size / 2, height: 6, heading: 0, spread: 0.46, horizon: 0.54, near: 110, far: 980 },
      lit,
      (place) => shade(land(place), place, sun, [1.75, 1.6, 1.35], [0.3, 0.4, 0.56]),
      haze(air, 0.0005),
    );
    mirror(canvas, 0.556, noise, { stir: 0.005, tint: [0.45, 0.7, 0.72], deep: [0.004, 0.045, 0.05] });
  },
  finish: { exposure: 0.05, contrast: 1.2, saturation: 1.08 },
};

/** The whole range in the last light, mist in the valleys. */
export const alpenglow: Scene = {
  paint: (canvas) => {
    const noise = makeNoise(58);
    const size = 1400;
    const terrain = makeTerrain(size, (x, y) => {
      const bend = noise.fbm(x / 200, y / 200, 3) * 60;
      return (
        128 * noise.ridged((x + bend) / 260, (y - bend) / 260, 8) ** 1.55 * smooth(80, 420, x) +
        noise.fbm(x / 30, y / 30, 4) * 4
      );
    });
    erode(terrain, noise, 200_000, 0.12);
    const sun = direction(2.75, 0.16);
    const lit = shadows(terrain, sun, 0.03);
    const sky = slope([0, '#3d5e93'], [0.4, '#8a8fb5'], [0.75, '#e5a9a4'], [1, '#f6cfa8']);
    paint(canvas, (x, y) => {
      const veil = clouds(noise, x * 0.6, y, 0.6, { cover: 0.5, size: 2.4 });
      return mix(sky(clamp(y / 0.5)), [0.98, 0.6, 0.5], veil * 0.45);
    });
    const land = alpine(noise, { snowline: 36, treeline: 8, rock: '#6f6560' });
    const valley = hex('#8d93b8');
    drawTerrain(
      canvas,
      terrain,
      { x: 10, y: size / 2, height: 84, heading: 0, spread: 0.6, horizon: 0.42, near: 150, far: 1350 },
      lit,
      (place) => {
        const light = shade(land(place), place, sun, [2.6, 1.05, 0.55], [0.2, 0.27, 0.46]);
        const mist =
          smooth(40, 8, place.height + noise.fbm(place.x / 70, place.y / 70, 4) * 26) *
          smooth(160, 420, place.distance);
        return mix(light, scale(valley, 0.9 + noise.fbm(place.x / 40, place.y / 40, 3) * 0.2), mist * 0.92);
      },
      haze(hex('#b59fb6'), 0.00055),
    );
  },
  finish: { vignette: 0.15, contrast: 1.15, saturation: 1.08 },
};

/** Moss, black lava and the last snow: a highland under a low sun. */
export const highlands: Scene = {
  paint: (canvas) => {
    const noise = makeNoise(77);
    const size = 1024;
    const terrain = makeTerrain(size, (x, y) => {
      const bend = noise.fbm(x / 120, y / 120, 3) * 30;
      return (
        165 *
          (0.45 * noise.ridged((x + bend) / 300, (y + bend) / 300, 6) +
            0.55 * (noise.fbm(x / 210, y / 210, 5) * 0.9 + 0.5)) *
          smooth(-60, 420, x) +
        8
      );
    });
    erode(terrain, noise, 160_000, 0.2);
    const sun = direction(1.9, 0.3);
    const lit = shadows(terrain, sun, 0.05);
    const [moss, olive, lava, rust, snow] = ['#75803a', '#4a5530', '#25231f', '#6e4a33', '#eef2f6'].map(hex) as [
      Rgb,
      Rgb,
      Rgb,
      Rgb,
      Rgb,
    ];
    const sky = slope([0, '#51617a'], [0.6, '#95a3ad'], [1, '#d8d6c8']);
    paint(canvas, (x, y) => {
      const thick = clouds(noise, x, y, 0.46, { cover: 0.72, size: 0.9, drift: 8 });
      return mix(sky(clamp(y / 0.4)), [0.4 + y * 0.5, 0.42 + y * 0.45, 0.45 + y * 0.38], thick * 0.8);
    });
    drawTerrain(
      canvas,
      terrain,
      { x: 30, y: size / 2, height: 96, heading: 0.05, spread: 0.66, horizon: 0.33, near: 45, far: 980 },
      lit,
      (place) => {
        const fine = noise.fbm(place.x / 11, place.y / 11, 5);
        const close = noise.fbm(place.x * 1.5, place.y * 1.5, 3) * smooth(260, 60, place.distance);
        const steep = 1 - place.normal[2];
        let albedo = mix(moss, olive, clamp(0.5 + fine * 1.2 + close * 0.8));
        albedo = mix(
          albedo,
          mix(lava, rust, clamp(0.25 + noise.fbm(place.x / 50, place.y / 50, 3))),
          smooth(0.14, 0.3, steep + fine * 0.16),
        );
        albedo = mix(
          albedo,
          snow,
          smooth(0.08, 0.2, noise.fbm(place.x / 60, place.y / 60, 5) + (place.height - 118) / 260 - steep * 0.4),
        );
        return shade(albedo, place, sun, [3.1, 2.4, 1.5], [0.3, 0.38, 0.52]);
      },
      haze(hex('#aab4ba'), 0.0007),
    );
  },
  finish: { contrast: 1.2, saturation: 1.05 },
};
