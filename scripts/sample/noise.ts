/** Gradient noise and what is made of it. All of it is a pure function of the seed, so a picture comes out the same each time. */
export type Noise = {
  /** Smooth noise, about -1..1, features of size 1. */
  at: (x: number, y: number) => number;
  /** Noise upon finer noise: `octaves` of them, each half as strong. About -1..1. */
  fbm: (x: number, y: number, octaves: number) => number;
  /** Sharp crests, as mountains have them. 0..1. */
  ridged: (x: number, y: number, octaves: number) => number;
  /** The next of a series of even random numbers, 0..1. */
  random: () => number;
};

export function makeNoise(seed: number): Noise {
  const random = mulberry(seed);
  const table = new Uint8Array(512);
  const gradientX = new Float32Array(256);
  const gradientY = new Float32Array(256);
  for (let index = 0; index < 256; index++) {
    table[index] = index;
    const angle = random() * Math.PI * 2;
    gradientX[index] = Math.cos(angle) * 1.5;
    gradientY[index] = Math.sin(angle) * 1.5;
  }
  for (let index = 255; index > 0; index--) {
    const other = Math.floor(random() * (index + 1));
    [table[index], table[other]] = [table[other]!, table[index]!];
  }
  table.copyWithin(256, 0, 256);

  const at = (x: number, y: number) => {
    const column = Math.floor(x);
    const row = Math.floor(y);
    const fx = x - column;
    const fy = y - row;
    const left = column & 255;
    const right = (column + 1) & 255;
    const top = row & 255;
    const bottom = (row + 1) & 255;
    const u = fx * fx * fx * (fx * (fx * 6 - 15) + 10);
    const v = fy * fy * fy * (fy * (fy * 6 - 15) + 10);
    const a = table[table[left]! + top]!;
    const b = table[table[right]! + top]!;
    const c = table[table[left]! + bottom]!;
    const d = table[table[right]! + bottom]!;
    const na = gradientX[a]! * fx + gradientY[a]! * fy;
    const nb = gradientX[b]! * (fx - 1) + gradientY[b]! * fy;
    const nc = gradientX[c]! * fx + gradientY[c]! * (fy - 1);
    const nd = gradientX[d]! * (fx - 1) + gradientY[d]! * (fy - 1);
    const upper = na + (nb - na) * u;
    return upper + (nc + (nd - nc) * u - upper) * v;
  };
  const fbm = (x: number, y: number, octaves: number) => {
    let sum = 0;
    let strength = 0.5;
    for (let octave = 0; octave < octaves; octave++) {
      sum += at(x, y) * strength;
      strength *= 0.5;
      const turned = x * 1.6 - y * 1.2;
      y = x * 1.2 + y * 1.6 + 17.3;
      x = turned + 5.1;
    }
    return sum;
  };
  const ridged = (x: number, y: number, octaves: number) => {
    let sum = 0;
    let strength = 0.5;
    let previous = 1;
    for (let octave = 0; octave < octaves; octave++) {
      const crest = (1 - Math.abs(at(x, y))) ** 2;
      sum += crest * strength * previous;
      previous = crest;
      strength *= 0.52;
      const turned = x * 1.6 - y * 1.2;
      y = x * 1.2 + y * 1.6 + 17.3;
      x = turned + 5.1;
    }
    return sum;
  };
  return { at, fbm, ridged, random };
}

function mulberry(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let value = Math.imul(state ^ (state >>> 15), state | 1);
    value ^= value + Math.imul(value ^ (value >>> 7), value | 61);
    return ((value ^ (value >>> 14)) >>> 0) / 4_294_967_296;
  };
}
