import { add, bloom, clamp, hex, lerp, mix, paint, type Rgb, scale, slope, smooth } from '../canvas.ts';
import { makeNoise } from '../noise.ts';
import { clouds, cover, glow, type Scene, stars } from './scene.ts';

/** Evening at the sea: burning clouds and their light on the swell. */
export const seaSunset: Scene = {
  paint: (canvas) => {
    const noise = makeNoise(23);
    const horizon = 0.56;
    const sun = { x: -0.18, y: horizon - 0.045 };
    const fire = hex('#ff9a3c');
    const slopeOfSky = slope([0, '#1d2f5f'], [0.4, '#5f5a8c'], [0.7, '#d9746a'], [0.9, '#ffa95c'], [1, '#ffcf7a']);
    const sky = (x: number, y: number): Rgb => {
      const base = slopeOfSky(clamp(y / horizon));
      const near = glow(x, y, { ...sun, size: 0.5 });
      const thick = clouds(noise, x, y, horizon + 0.03, { cover: 0.56, size: 1.15, drift: 5 });
      const edge = clouds(noise, x, y + 0.018, horizon + 0.03, { cover: 0.56, size: 1.15, drift: 5 });
      const lit = clamp(thick - edge * 0.8 + 0.25);
      const cloud = mix(hex('#3a2c4c'), mix(hex('#ff6f4a'), hex('#ffd08a'), near), clamp(lit * 0.9 + near * 0.25));
      const air = mix(base, cloud, thick * 0.9);
      return add(air, hex('#ffdf9e'), glow(x, y, { ...sun, size: 0.022 }) * 5 * (1 - thick * 0.6) + near * 0.12);
    };
    paint(canvas, (x, y) => {
      if (y < horizon) return sky(x, y);
      const depth = y - horizon + 0.0015;
      const away = 0.11 / depth;
      const swell = noise.fbm(x * away * 2.2, away * 9, 2) * 0.9;
      const chop = noise.fbm(x * away * 9 + 7, away * 34, 4);
      const tilt = (swell * 0.5 + chop * 0.75) * smooth(0, 0.05, depth);
      const up = clamp(horizon - depth * (0.8 + 0.1 / (depth + 0.12)) - Math.abs(tilt) * 0.3, 0.01, horizon - 0.004);
      const seen = sky(x + chop * 0.05, up);
      const fresnel = clamp(0.22 + 0.75 * Math.exp(-depth * 3.4) - tilt * 0.55, 0.06, 0.97);
      const lane = Math.exp(-(((x - sun.x) / (0.035 + depth * 0.42)) ** 2));
      const glitter = smooth(0.1, 0.42, chop + swell * 0.35) * lane;
      const water = mix(mix(hex('#0b1c33'), hex('#12343f'), clamp(tilt + 0.4)), seen, fresnel);
      return add(water, fire, glitter * (0.5 + 1.3 * Math.exp(-depth * 5)));
    });
    bloom(canvas, { threshold: 0.8, radius: 0.05, strength: 0.4 });
  },
  finish: { contrast: 1.1, saturation: 1.05 },
};

/** A warm coast from the air: sand, surf, reef, deep water. */
export const coastFromAbove: Scene = {
  paint: (canvas) => {
    const noise = makeNoise(12);
    const water = slope([0, '#bfe9d8'], [0.12, '#5fd0c6'], [0.35, '#1fa3b4'], [0.65, '#0d6690'], [1, '#08345f']);
    const land = slope([0, '#f4e3bd'], [0.16, '#e6cb94'], [0.24, '#7a8a4a'], [0.5, '#35562f'], [1, '#1f3a22']);
    const ground = (x: number, y: number) =>
      (x * 0.85 - (y - 0.5) * 0.5) * 1.15 - 0.12 + noise.fbm(x * 1.5 + 3, y * 1.5, 6) * 0.62;
    paint(canvas, (x, y) => {
      const h = ground(x, y);
      if (h > 0) {
        const wood = noise.fbm(x * 34, y * 34, 4);
        const crowns = noise.ridged(x * 48, y * 48, 3);
        const relief = (ground(x - 0.003, y - 0.003) - h) * 40 + wood * 0.5;
        const green = smooth(0.065, 0.09, h + wood * 0.04);
        const light = lerp(1 + wood * 0.08, 0.62 + crowns * 0.6 + relief * 0.4, green);
        return scale(land(clamp(h / 0.5)), clamp(light, 0.25, 1.5));
      }
      const deep = -h;
      const reef = smooth(0.08, 0.3, noise.fbm(x * 8, y * 8, 5)) * smooth(0.05, 0.12, deep) * smooth(0.5, 0.25, deep);
      const swell = Math.sin(deep * 105 + noise.fbm(x * 3, y * 3, 3) * 9) * noise.fbm(x * 5, y * 5, 3);
      const surf = (line: number, wide: number) =>
        smooth(wide, 0, Math.abs(deep - line - noise.fbm(x * 6 + line * 40, y * 6, 4) * 0.02)) *
        clamp(0.55 + noise.fbm(x * 46, y * 46, 4) * 2.2);
      const foam = clamp(
        smooth(0.014, 0, deep) +
          surf(0.045, 0.013) * 0.95 +
          surf(0.1, 0.009) * 0.7 * smooth(-0.1, 0.2, noise.at(x * 5, y * 5)),
      );
      const base = mix(water(clamp(deep * 1.5)), hex('#1d6f6c'), reef * 0.6);
      return mix(scale(base, 1 + swell * 0.14 + noise.fbm(x * 70, y * 70, 2) * 0.08), [0.93, 0.97, 0.96], foam);
    });
  },
  finish: { vignette: 0.15, saturation: 1.05, contrast: 1.1 },
};

/** A glacier river from the air, braiding over black sand. */
export const braidedRiver: Scene = {
  paint: (canvas) => {
    const noise = makeNoise(38);
    const [sand, ochre, silt, milk, deep] = ['#23211f', '#8a6a3c', '#55606a', '#9fc6cf', '#3c7f98'].map(hex) as [
      Rgb,
      Rgb,
      Rgb,
      Rgb,
      Rgb,
    ];
    paint(canvas, (x, y) => {
      const along = x * 0.8 + y * 0.6;
      const across = -x * 0.6 + y * 0.8 + noise.fbm(along * 1.3, 1, 3) * 0.24;
      const bentX = along * 1.25 + noise.fbm(along * 2, across * 5, 3) * 0.5;
      const bentY = across * 3.6 + noise.fbm(along * 1.7 + 9, across * 3, 4) * 1.25;
      const near = Math.exp(-(((across - 0.36) / 0.46) ** 2));
      const lane = (shift: number, fine: number) =>
        1 -
        Math.abs(
          noise.at(bentX * fine * 0.75 + shift, bentY * fine + shift) +
            noise.at(bentX * 2.5 * fine, bentY * 2.5 * fine + shift) * 0.2,
        );
      const big = smooth(0.93, 0.985, lane(0, 0.62) - (1 - near) * 0.06);
      const middle = smooth(0.925, 0.985, lane(31, 1.25) - (1 - near) * 0.1);
      const small = smooth(0.93, 0.99, lane(77, 2.6) - (1 - near) * 0.12);
      const wet = clamp(Math.max(big, middle * 0.95, small * 0.8));
      const bank = smooth(0.8, 0.94, Math.max(lane(0, 0.62), lane(31, 1.25)) - (1 - near) * 0.08);
      const bed = mix(mix(sand, ochre, smooth(0.05, 0.4, noise.fbm(x * 2.6, y * 2.6, 5) + 0.06)), silt, bank * 0.75);
      const grain = 1 + noise.fbm(x * 90, y * 90, 3) * 0.4 + noise.fbm(bentX * 9, bentY * 14, 4) * 0.4;
      const flow = mix(milk, deep, clamp(0.3 + noise.fbm(bentX * 1.4, bentY * 3.5, 4) * 1.1 + big * 0.25));
      return mix(scale(bed, clamp(grain, 0.3, 1.9)), scale(flow, 1 + noise.fbm(bentX * 5, bentY * 24, 3) * 0.16), wet);
    });
  },
  finish: { contrast: 1.15, exposure: 0.1 },
};

/** A lighthouse on its rock as the last light goes. */
export const lighthouse: Scene = {
  paint: (canvas) => {
    const noise = makeNoise(55);
    const horizon = 0.7;
    const sky = slope([0, '#0c1a3a'], [0.45, '#274a7a'], [0.75, '#7c86a8'], [0.92, '#e2a28a'], [1, '#f7c48e']);
    const tower = { x: 0.3, foot: 0.585, tall: 0.27, wide: 0.03 };
    const lamp = { x: tower.x, y: tower.foot - tower.tall * 1.02 };
    paint(canvas, (x, y) => {
      const thick = clouds(noise, x, y, horizon + 0.02, { cover: 0.5, size: 1.5, drift: 2 });
      return mix(sky(clamp(y / horizon)), mix(hex('#28304f'), hex('#f08f72'), smooth(0.25, 0.66, y)), thick * 0.62);
    });
    stars(canvas, noise, 260, 0.34, 0.45);
    const above = { ...canvas, data: canvas.data.slice() };
    paint(canvas, (x, y, under) => {
      if (y < horizon) return under;
      const depth = y - horizon + 0.002;
      const away = 0.1 / depth;
      const wave = noise.fbm(x * away * 4, away * 18, 4);
      const row = Math.floor(clamp(horizon - depth * 1.4 + wave * 0.06, 0, horizon - 0.004) * canvas.height);
      const at =
        (row * canvas.width + clamp(Math.floor(x * canvas.height + canvas.width / 2), 0, canvas.width - 1)) * 3;
      const seen: Rgb = [above.data[at]!, above.data[at + 1]!, above.data[at + 2]!];
      const lane = Math.exp(-(((x - lamp.x) / (0.02 + depth * 0.25)) ** 2)) * smooth(0.0, 0.3, wave) * 0.6;
      return add(mix(hex('#0b1a2c'), seen, clamp(0.72 - depth * 1.1 - wave * 0.5, 0.08, 0.9)), hex('#ffd78f'), lane);
    });
    const cliff = (x: number) => {
      const body = smooth(-0.16, 0.2, x) * smooth(1.05, 0.45, x);
      return 0.79 - body * 0.21 - noise.fbm(x * 5, 1, 5) * 0.045 * (0.4 + body) + smooth(0.06, -0.14, x) * 0.06;
    };
    const rocks = (x: number) => 0.965 - noise.ridged(x * 2.4 + 4, 3, 5) * 0.075 + smooth(-0.2, 0.5, x) * 0.05;
    paint(canvas, (x, y, under) => {
      const below = y - cliff(x);
      if (below < 0 || y > 0.8 + noise.at(x * 40, 2) * 0.004) return under;
      const rock = clamp(0.5 + noise.ridged(x * 11, y * 7, 5) * 0.8 + noise.fbm(x * 30, y * 12, 4) * 0.7, 0.1, 2);
      const grass = smooth(0.035, 0.004, below + noise.fbm(x * 30, y * 30, 3) * 0.02);
      const warm = smooth(0.5, 0, Math.hypot(x - lamp.x, (y - lamp.y) * 0.8)) * 0.55;
      return scale(add(mix(hex('#2c2a33'), hex('#2f3a2a'), grass), hex('#ffb870'), warm * 0.07), rock);
    });
    cover(
      canvas,
      { left: 0.34, right: 0.48, top: 0.52, bottom: 0.6 },
      (x, y) =>
        y > 0.545 + Math.max(0, Math.abs(x - 0.41) - 0.0) * 0.55 - 0.006 && y < 0.592 && Math.abs(x - 0.41) < 0.052
          ? 1
          : 0,
      (x, y) => {
        const wall = y > 0.566;
        const window = wall && Math.abs(y - 0.578) < 0.0055 && Math.abs((((x - 0.3585) / 0.026) % 1) - 0.5) < 0.2;
        return window ? [1.5, 0.85, 0.3] : wall ? hex('#77757f') : hex('#3c2226');
      },
    );
    cover(
      canvas,
      { left: tower.x - 0.05, right: tower.x + 0.05, top: tower.foot - tower.tall * 1.16, bottom: tower.foot + 0.01 },
      (x, y) => {
        const up = (tower.foot - y) / tower.tall;
        const aside = Math.abs(x - tower.x);
        if (up < 0.93) return aside < lerp(tower.wide, tower.wide * 0.62, up) ? 1 : 0;
        if (up < 0.955) return aside < tower.wide * 0.92 ? 1 : 0;
        if (up < 1.07) return aside < tower.wide * 0.48 ? 1 : 0;
        return aside < tower.wide * 0.62 * clamp((1.145 - up) / 0.075) || (aside < 0.0012 && up < 1.16) ? 1 : 0;
      },
      (x, y) => {
        const up = (tower.foot - y) / tower.tall;
        const side = (x - tower.x) / tower.wide;
        const round = clamp(0.62 - side * 0.5);
        if (up > 0.955 && up < 1.07)
          return Math.abs(Math.abs(side) - 0.24) < 0.04 ? [0.06, 0.04, 0.04] : [3.4, 2.5, 1.3];
        if (up >= 0.93) return scale(hex('#2a2028'), 0.6 + round * 0.5);
        return scale(Math.floor(up * 5.4) % 2 === 1 ? hex('#b23a35') : hex('#dcd8d8'), 0.22 + round * 0.75);
      },
    );
    paint(canvas, (x, y, under) => {
      const below = y - rocks(x);
      if (below < 0) return under;
      return mix(
        under,
        scale(hex('#14151c'), clamp(0.5 + noise.ridged(x * 13, y * 13, 5), 0.3, 1.7)),
        smooth(0, 0.004, below),
      );
    });
    paint(canvas, (x, y, under) => {
      const dx = x - lamp.x;
      const dy = y - lamp.y;
      const away = Math.hypot(dx, dy);
      const left =
        dx < 0
          ? Math.exp(-(((dy - dx * 0.1) / (0.006 - dx * 0.055)) ** 2)) * Math.exp(dx * 1.4)
          : Math.exp(-(((dy + dx * 0.02) / (0.006 + dx * 0.06)) ** 2)) * Math.exp(-dx * 2.6);
      return add(
        under,
        hex('#ffe3ad'),
        left * 0.34 * smooth(0, 0.02, away) + 0.9 * glow(x, y, { ...lamp, size: 0.016 }),
      );
    });
    bloom(canvas, { threshold: 0.8, radius: 0.03, strength: 0.5 });
  },
  finish: { exposure: 0.15 },
};

/** Blue glacier ice, cracked. */
export const ice: Scene = {
  paint: (canvas) => {
    const noise = makeNoise(83);
    const cell = (x: number, y: number) => {
      let first = 9;
      let second = 9;
      let tone = 0;
      for (let row = Math.floor(y) - 1; row <= Math.floor(y) + 1; row++) {
        for (let column = Math.floor(x) - 1; column <= Math.floor(x) + 1; column++) {
          const px = column + 0.5 + noise.at(column * 7.31 + 0.5, row * 3.17 + 0.5) * 0.75;
          const py = row + 0.5 + noise.at(column * 2.73 + 9.5, row * 8.19 + 4.5) * 0.75;
          const away = Math.hypot(x - px, y - py);
          if (away < first) {
            second = first;
            first = away;
            tone = noise.at(column * 5.7 + 0.3, row * 9.1 + 0.7);
          } else if (away < second) second = away;
        }
      }
      return { edge: second - first, tone };
    };
    const colours = slope([0, '#04203f'], [0.3, '#0c4f83'], [0.6, '#3fa0cf'], [0.85, '#a9dcee'], [1, '#f2fbff']);
    paint(canvas, (x, y) => {
      const wx = x * 2.6 + noise.fbm(x * 2.5, y * 2.5, 4) * 0.75;
      const wy = y * 2.6 + noise.fbm(x * 2.5 + 20, y * 2.5, 4) * 0.75;
      const big = cell(wx, wy);
      const small = cell(wx * 3.3 + 5, wy * 3.3);
      const depth = noise.fbm(x * 1.4 + 3, y * 1.4, 5);
      const facet = noise.fbm(wx * 3 + big.tone * 30, wy * 1.2, 4);
      const line =
        smooth(0.05, 0, big.edge) * 0.75 +
        smooth(0.022, 0, big.edge) * 0.4 +
        smooth(0.05, 0, small.edge) * 0.28 * smooth(-0.1, 0.3, depth + big.tone * 0.4);
      const bubbles = smooth(0.52, 0.66, noise.at(x * 85, y * 85) + noise.at(x * 6, y * 6) * 0.35 - 0.12) * 0.3;
      return colours(clamp(0.4 + depth * 0.75 + big.tone * 0.3 + facet * 0.26 + line + bubbles));
    });
  },
  finish: { vignette: 0.35 },
};
