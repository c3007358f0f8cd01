import { add, bloom, clamp, hex, lerp, mix, paint, type Rgb, scale, slope, smooth } from '../canvas.ts';
import { makeNoise } from '../noise.ts';
import { clouds, cover, glow, type Scene, spot, spruce, stars } from './scene.ts';

type Woods = {
  seed: number;
  air: ReturnType<typeof slope>;
  near: string;
  rows: number;
  tall: number;
  top: number;
  sun?: { x: number; y: number; colour: string };
  snow?: number;
};

/** Row behind row of spruces on a slope, the far ones lost in the mist. */
function woods({ seed, air, near, rows, tall, top, sun, snow = 0 }: Woods): Scene['paint'] {
  return (canvas) => {
    const noise = makeNoise(seed);
    const aspect = canvas.width / canvas.height;
    const light = sun === undefined ? ([0, 0, 0] as const) : hex(sun.colour);
    const mist = (x: number, y: number) => {
      const base = scale(air(clamp(y)), 1 + noise.fbm(x * 1.6 + 4, y * 3.4, 5) * 0.16);
      return sun === undefined ? base : add(base, light, glow(x, y, { ...sun, size: 0.22 }) * 0.75);
    };
    paint(canvas, mist);
    const nearest = hex(near);
    for (let row = 0; row < rows; row++) {
      const depth = row / (rows - 1);
      const height = tall * lerp(0.32, 1.25, depth ** 1.5);
      const ground = (x: number) =>
        top + depth ** 1.2 * (1.12 - top) + noise.fbm(x * 1.1 + row * 5.3, row, 3) * 0.16 * (1.1 - depth * 0.5);
      const veil = (y: number, x: number) =>
        clamp(0.97 - depth ** 0.8 * 1.02 + smooth(-0.1, 0.06, y - ground(x)) * 0.3 * (1 - depth), 0, 0.97);
      const colour = (x: number, y: number) => mix(nearest, mist(x, y), veil(y, x));
      const step = height * 0.15;
      const feet: { x: number; y: number; tall: number }[] = [];
      for (
        let x = -aspect / 2 - height * 0.2;
        x < aspect / 2 + height * 0.2;
        x += step * (0.55 + noise.random() * 1.1)
      ) {
        if (noise.at(x * 2.2 + row * 9, row * 3) < -0.28) continue;
        feet.push({ x, y: ground(x) + height * 0.05, tall: height * (0.5 + noise.random() * 0.5) });
      }
      for (const foot of feet.sort((a, b) => a.tall - b.tall))
        spruce(canvas, noise, foot, foot.tall, colour, snow * smooth(0, 0.5, depth));
      paint(canvas, (x, y, under) => {
        const floor = smooth(0, 0.012, y - ground(x));
        if (floor <= 0) return under;
        const white =
          snow > 0 ? mix(colour(x, y), mix([0.5, 0.57, 0.7], mist(x, y), clamp(veil(y, x))), snow) : colour(x, y);
        return mix(under, scale(white, 0.9 + noise.fbm(x * 40, y * 60, 3) * 0.25), floor);
      });
      // Between the rows hangs the mist.
      paint(canvas, (x, y, under) => {
        const bank =
          smooth(0.16, -0.02, Math.abs(y - ground(x) - 0.02)) *
          (0.5 + noise.fbm(x * 1.3 + row * 3, y * 4 + row, 4)) *
          (1 - depth) *
          0.75;
        return mix(under, mist(x, y), clamp(bank));
      });
    }
    if (sun !== undefined) bloom(canvas, { threshold: 0.55, radius: 0.06, strength: 0.3 });
  };
}

export const mistyForest: Scene = {
  paint: woods({
    seed: 3,
    air: slope([0, '#c9d3d2'], [0.5, '#aebcbc'], [1, '#72868a']),
    near: '#0c1a1a',
    rows: 8,
    tall: 0.34,
    top: 0.3,
  }),
  finish: { vignette: 0.3 },
};

export const goldenForest: Scene = {
  paint: woods({
    seed: 15,
    air: slope([0, '#f7d79a'], [0.35, '#f0b565'], [0.75, '#b9692f'], [1, '#6f3a1e']),
    near: '#1b0d08',
    rows: 7,
    tall: 0.42,
    top: 0.4,
    sun: { x: 0.22, y: 0.24, colour: '#fff0c4' },
  }),
};

export const snowyForest: Scene = {
  paint: woods({
    seed: 29,
    air: slope([0, '#5a7fae'], [0.4, '#8fb0d0'], [0.8, '#c3d3e3'], [1, '#aec3da']),
    near: '#101d2b',
    rows: 6,
    tall: 0.5,
    top: 0.42,
    snow: 0.9,
  }),
  finish: { vignette: 0.2, exposure: 0.05 },
};

type Curtain = { y: number; tall: number; strength: number; seed: number; low: string; high: string };

/** Northern lights: curtains with a sharp lower hem that fade upwards in rays. */
function aurora(canvas: Parameters<typeof paint>[0], seed: number, curtains: Curtain[]): void {
  for (const curtain of curtains) {
    const noise = makeNoise(seed + curtain.seed);
    const low = hex(curtain.low);
    const high = hex(curtain.high);
    paint(canvas, (x, y, under) => {
      let light = 0;
      let tint = 0;
      for (const fold of [0, 1]) {
        const bent = x + noise.fbm(x * 1.1, y * 0.35 + fold * 4, 3) * 0.7;
        const hem = curtain.y + noise.fbm(bent * 0.8 + fold * 7, fold * 3, 4) * 0.36;
        const up = (hem - y) / curtain.tall;
        if (up < -0.12) continue;
        const rays = 0.55 + noise.fbm(bent * 9 + fold * 30, y * 0.5, 4) * 0.9 + noise.at(bent * 46, y * 0.3) * 0.16;
        const patch = smooth(-0.25, 0.35, noise.at(bent * 0.9 + 50, fold * 9 + 2) + 0.12);
        const fall = up < 0 ? smooth(-0.12, 0, up) : Math.exp(-up * 2.3) * (1 - smooth(0.9, 1.7, up) * 0.4);
        light += Math.max(0, rays) * fall * patch * (fold === 0 ? 1 : 0.5);
        tint = Math.max(tint, smooth(0.05, 1.1, up));
      }
      return add(under, mix(low, high, tint), light * curtain.strength);
    });
  }
}

function nightSky(
  canvas: Parameters<typeof paint>[0],
  seed: number,
  sky: ReturnType<typeof slope>,
  bottom: number,
  count: number,
): void {
  paint(canvas, (_x, y) => sky(clamp(y / bottom)));
  stars(canvas, makeNoise(seed), count, bottom, 1.1);
}

export const auroraLake: Scene = {
  paint: (canvas) => {
    const noise = makeNoise(41);
    const shore = 0.68;
    nightSky(canvas, 42, slope([0, '#040a18'], [0.6, '#0a1e30'], [1, '#14393f']), shore, 1500);
    aurora(canvas, 7, [
      { y: 0.52, tall: 0.36, strength: 0.55, seed: 1, low: '#3cf58c', high: '#7a3fd0' },
      { y: 0.34, tall: 0.24, strength: 0.4, seed: 5, low: '#35e0a0', high: '#b04cc8' },
    ]);
    paint(canvas, (x, y, under) => {
      const ridge =
        shore -
        0.035 -
        Math.max(0, noise.fbm(x * 2.1 + 3, 1, 5) * 0.16 + 0.05) * smooth(-0.02, 0.4, Math.abs(x - 0.06));
      return y > ridge && y < shore + 0.01 ? [0.0035, 0.007, 0.011] : under;
    });
    for (let x = -0.5; x < 0.5; x += 0.006 + noise.random() * 0.012) {
      if (Math.abs(x - 0.08) < 0.1) continue;
      spruce(
        canvas,
        noise,
        { x, y: shore + 0.004 },
        0.03 + noise.random() * 0.06 * smooth(0.05, 0.4, Math.abs(x - 0.08)),
        () => [0.002, 0.004, 0.006],
      );
    }
    const { width, height, data } = canvas;
    const first = Math.round(shore * height);
    const above = data.slice(0, first * width * 3);
    for (let row = first; row < height; row++) {
      const depth = (row - first) / height;
      const near = 1 / (depth + 0.015);
      for (let column = 0; column < width; column++) {
        const x = (column - width / 2) / height;
        const wave = noise.fbm(x * near * 0.9, near * 6, 3) * (0.2 + depth * 7) * 0.012;
        const from =
          clamp(Math.round(first - 1 - (row - first) * 1.25 + wave * height), 0, first - 1) * width +
          clamp(Math.round(column + wave * height * 0.3), 0, width - 1);
        for (let channel = 0; channel < 3; channel++)
          data[(row * width + column) * 3 + channel] =
            above[from * 3 + channel]! * 0.62 + [0.001, 0.004, 0.007][channel]!;
      }
    }
    for (let stone = 0; stone < 60; stone++) {
      const y = 0.9 + noise.random() ** 0.7 * 0.13;
      const size = (y - 0.86) * 0.2 * (0.4 + noise.random());
      const cx = (noise.random() - 0.5) * 0.75;
      cover(
        canvas,
        { left: cx - size, right: cx + size, top: y - size * 0.5, bottom: y + size * 0.2 },
        (x, row) =>
          ((x - cx) / size) ** 2 + ((row - y) / (size * (row < y ? 0.45 : 0.16))) ** 2 <
          1 + noise.at(x * 60, row * 60) * 0.3
            ? 1
            : 0,
        (x, row) =>
          scale([0.012, 0.045, 0.035], clamp(((y - row) / size) * 1.6 + noise.at(x * 90, row * 90) * 0.25, 0.05, 1)),
      );
    }
    bloom(canvas, { threshold: 0.25, radius: 0.03, strength: 0.35 });
  },
  finish: { exposure: 0.25, vignette: 0.2 },
};

export const auroraForest: Scene = {
  paint: (canvas) => {
    const noise = makeNoise(51);
    nightSky(canvas, 52, slope([0, '#050d20'], [0.7, '#0d2a3a'], [1, '#1b4a4a']), 0.95, 1100);
    aurora(canvas, 19, [
      { y: 0.66, tall: 0.42, strength: 0.6, seed: 2, low: '#4dffa0', high: '#3a6fd8' },
      { y: 0.5, tall: 0.3, strength: 0.35, seed: 9, low: '#9dff9a', high: '#c04c9a' },
    ]);
    const snowLine = (x: number) => 0.86 + noise.fbm(x * 1.1, 7, 4) * 0.08;
    for (let row = 0; row < 3; row++) {
      for (let x = -0.9; x < 0.9; x += 0.018 + noise.random() * 0.05) {
        const clearing = smooth(0.08, 0.5, Math.abs(x + 0.12));
        spruce(
          canvas,
          noise,
          { x, y: snowLine(x) + 0.01 + row * 0.012 },
          (0.07 + noise.random() * 0.14 + row * 0.045) * (0.35 + clearing),
          () => [0.004, 0.01, 0.014],
        );
      }
    }
    paint(canvas, (x, y, under) => {
      const below = y - snowLine(x);
      if (below < 0) return under;
      const drift = noise.fbm(x * 3, y * 14, 5) + noise.fbm(x * 60, y * 120, 2) * 0.12;
      return mix(under, scale([0.05, 0.14, 0.13], 0.9 + drift * 0.9 + (1 - y) * 0.8), smooth(0, 0.006, below));
    });
    bloom(canvas, { threshold: 0.25, radius: 0.03, strength: 0.35 });
  },
  finish: { exposure: 0.25 },
};

/** One old tree on a white plain, the sun a pale disc. */
export const loneTree: Scene = {
  paint: (canvas) => {
    const noise = makeNoise(88);
    const sky = slope([0, '#8fa6bd'], [0.55, '#d9cfc9'], [0.85, '#f3d6bd'], [1, '#f6e2cf']);
    const sun = { x: 0.36, y: 0.47 };
    paint(canvas, (x, y) => {
      const veil = clouds(noise, x, y, 0.72, { cover: 0.55, size: 2.6 });
      const base = mix(sky(clamp(y / 0.68)), [0.9, 0.83, 0.8], veil * 0.35);
      return add(
        base,
        hex('#ffd9ae'),
        glow(x, y, { ...sun, size: 0.03 }) * 2.2 + glow(x, y, { ...sun, size: 0.22 }) * 0.25,
      );
    });
    const ground = (x: number) => 0.7 + noise.fbm(x * 0.9 + 2, 3, 3) * 0.05 + x * 0.02;
    paint(canvas, (x, y, under) => {
      const hill = 0.675 + noise.fbm(x * 1.9 + 30, 1, 4) * 0.045;
      let colour: Rgb = mix(under, hex('#b9bcc8'), y > hill ? 0.55 : 0);
      const wood = hill - 0.004 - Math.abs(noise.fbm(x * 26, 4, 3)) * 0.022;
      if (y > wood && y < hill + 0.01) colour = mix(colour, hex('#8d94a6'), 0.5);
      const below = y - ground(x);
      if (below < 0) return colour;
      const drift = noise.fbm(x * 1.6 + y * 2, y * 16, 5);
      const sparkle = noise.fbm(x * 90, y * 160, 2);
      const white = mix(hex('#dfe0e8'), hex('#a9b8d2'), clamp(0.25 + y * 0.35 + drift * 0.9));
      return mix(
        colour,
        scale(
          add(white, hex('#ffcf9f'), glow(x, 0.7 + below * 0.3, { ...sun, size: 0.3 }) * 0.18),
          0.97 + sparkle * 0.06,
        ),
        smooth(0, 0.01, below),
      );
    });
    const root = { x: -0.27, y: ground(-0.27) + 0.012 };
    const branch = (x: number, y: number, angle: number, length: number, thick: number, level: number) => {
      const pieces = 7;
      for (let piece = 0; piece < pieces; piece++) {
        angle += (noise.random() - 0.5) * 0.24 - Math.cos(angle) * 0.015;
        const nx = x + (Math.cos(angle) * length) / pieces;
        const ny = y - (Math.sin(angle) * length) / pieces;
        const from = { x, y };
        const [ax, ay] = [nx - x, ny - y];
        const wide = Math.max(0.0009, lerp(thick, thick * 0.62, piece / pieces));
        cover(
          canvas,
          {
            left: Math.min(x, nx) - wide,
            right: Math.max(x, nx) + wide,
            top: Math.min(y, ny) - wide,
            bottom: Math.max(y, ny) + wide,
          },
          (px, py) => {
            const t = clamp(((px - from.x) * ax + (py - from.y) * ay) / (ax * ax + ay * ay));
            return smooth(wide, wide * 0.6, Math.hypot(px - from.x - ax * t, py - from.y - ay * t));
          },
          () => (level > 4 ? [0.05, 0.045, 0.055] : [0.02, 0.018, 0.022]),
        );
        x = nx;
        y = ny;
        if (level < 8 && piece > 1 && noise.random() < 0.34)
          branch(
            x,
            y,
            angle + (noise.random() < 0.5 ? -1 : 1) * (0.45 + noise.random() * 0.5),
            length * (0.5 + noise.random() * 0.25),
            wide * 0.6,
            level + 1,
          );
      }
      if (level < 8)
        for (const turn of [-0.34, 0.3])
          branch(
            x,
            y,
            angle + turn + (noise.random() - 0.5) * 0.3,
            length * (0.7 + noise.random() * 0.12),
            thick * 0.62,
            level + 1,
          );
    };
    branch(root.x, root.y, Math.PI / 2 + 0.05, 0.135, 0.0135, 0);
    paint(canvas, (x, y, under) => {
      const t = (y - root.y) / 0.13;
      const shade =
        smooth(0.35, 0, Math.abs(x - root.x + t * 0.1) / (0.02 + t * 0.08)) * smooth(0, 0.1, t) * smooth(1.6, 0.4, t);
      return scale(under, 1 - shade * 0.22);
    });
    bloom(canvas, { threshold: 0.8, radius: 0.05, strength: 0.3 });
    for (let flake = 0; flake < 160; flake++)
      spot(
        canvas,
        noise.random() * canvas.width,
        noise.random() * canvas.height,
        canvas.height * (0.0008 + noise.random() ** 6 * 0.004),
        [0.25, 0.25, 0.27],
      );
  },
  finish: { vignette: 0.15, grain: 0.008 },
};
