import sharp from 'sharp';

/** Linear light: 0 is black, 1 the white of paper, more is brighter than that. */
export type Rgb = readonly [red: number, green: number, blue: number];

/** A picture in linear light, three floats a pixel. `unit` is its height: shapes are told in parts of it. */
export type Canvas = { width: number; height: number; data: Float32Array };

export const makeCanvas = (width: number, height: number): Canvas => ({
  width,
  height,
  data: new Float32Array(width * height * 3),
});

/** Paints every pixel. `x` runs from -aspect/2 to aspect/2, `y` from 0 at the top to 1 at the bottom. */
export function paint(canvas: Canvas, colour: (x: number, y: number, under: Rgb) => Rgb): void {
  const { width, height, data } = canvas;
  for (let row = 0; row < height; row++) {
    const y = (row + 0.5) / height;
    for (let column = 0; column < width; column++) {
      const at = (row * width + column) * 3;
      const [r, g, b] = colour((column + 0.5 - width / 2) / height, y, [data[at]!, data[at + 1]!, data[at + 2]!]);
      data[at] = r;
      data[at + 1] = g;
      data[at + 2] = b;
    }
  }
}

export const clamp = (value: number, low = 0, high = 1) => (value < low ? low : value > high ? high : value);
export const lerp = (a: number, b: number, t: number) => a + (b - a) * t;
export const smooth = (from: number, to: number, value: number) => {
  const t = clamp((value - from) / (to - from));
  return t * t * (3 - 2 * t);
};
export const mix = (a: Rgb, b: Rgb, t: number): Rgb => [lerp(a[0], b[0], t), lerp(a[1], b[1], t), lerp(a[2], b[2], t)];
export const scale = (a: Rgb, by: number): Rgb => [a[0] * by, a[1] * by, a[2] * by];
export const times = (a: Rgb, b: Rgb): Rgb => [a[0] * b[0], a[1] * b[1], a[2] * b[2]];
export const add = (a: Rgb, b: Rgb, by = 1): Rgb => [a[0] + b[0] * by, a[1] + b[1] * by, a[2] + b[2] * by];

/** A colour as designers write it, `#aabbcc`, in linear light. */
export function hex(text: string): Rgb {
  const value = Number.parseInt(text.slice(1), 16);
  return [toLinear((value >> 16) & 255), toLinear((value >> 8) & 255), toLinear(value & 255)];
}

const toLinear = (byte: number) => {
  const value = byte / 255;
  return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
};

/** A slope of colours: stops from 0 to 1, in between they run into each other. */
export function slope(...stops: [at: number, colour: string][]): (t: number) => Rgb {
  const known = stops.map(([at, colour]) => [at, hex(colour)] as const);
  return (t) => {
    let index = 0;
    while (index < known.length - 2 && t > known[index + 1]![0]) index++;
    const [from, a] = known[index]!;
    const [to, b] = known[index + 1]!;
    return mix(a, b, smooth(from, to, t));
  };
}

/** Colours that a bright place throws around itself, as a lens does: everything above `threshold`, spread wide. */
export function bloom(canvas: Canvas, { threshold = 0.8, radius = 0.02, strength = 0.5 } = {}): void {
  const { width, height, data } = canvas;
  const small = 4;
  const w = Math.ceil(width / small);
  const h = Math.ceil(height / small);
  const bright = new Float32Array(w * h * 3);
  for (let row = 0; row < h * small && row < height; row++) {
    for (let column = 0; column < width; column++) {
      const from = (row * width + column) * 3;
      const to = (Math.floor(row / small) * w + Math.floor(column / small)) * 3;
      for (let channel = 0; channel < 3; channel++) {
        bright[to + channel]! += Math.max(0, Math.min(data[from + channel]!, 6) - threshold) / (small * small);
      }
    }
  }
  const glow = blur({ width: w, height: h, data: bright }, (radius * height) / small);
  paint(canvas, (x, y, under) => add(under, sample(glow, x, y), strength));
}

/** Three box blurs are nearly a Gaussian one. `radius` in pixels. */
export function blur(canvas: Canvas, radius: number): Canvas {
  let { data } = canvas;
  const reach = Math.max(1, Math.round(radius));
  for (let pass = 0; pass < 3; pass++) {
    data = boxBlur(data, canvas.width, canvas.height, reach, 3, canvas.width * 3);
    data = boxBlur(data, canvas.height, canvas.width, reach, canvas.width * 3, 3);
  }
  return { ...canvas, data };
}

function boxBlur(source: Float32Array, length: number, lines: number, reach: number, step: number, line: number) {
  const result = new Float32Array(source.length);
  for (let index = 0; index < lines; index++) {
    for (let channel = 0; channel < 3; channel++) {
      const start = index * line + channel;
      let sum = 0;
      for (let at = -reach; at <= reach; at++) sum += source[start + clamp(at, 0, length - 1) * step]!;
      for (let at = 0; at < length; at++) {
        result[start + at * step] = sum / (reach * 2 + 1);
        sum += source[start + Math.min(at + reach + 1, length - 1) * step]!;
        sum -= source[start + Math.max(at - reach, 0) * step]!;
      }
    }
  }
  return result;
}

/** The colour at a place told as in `paint`, between pixels too. */
export function sample({ width, height, data }: Canvas, x: number, y: number): Rgb {
  const column = clamp(x * height + width / 2 - 0.5, 0, width - 1.001);
  const row = clamp(y * height - 0.5, 0, height - 1.001);
  const left = Math.floor(column);
  const top = Math.floor(row);
  const at = (top * width + left) * 3;
  const pick = (channel: number) => {
    const upper = lerp(data[at + channel]!, data[at + 3 + channel]!, column - left);
    const lower = lerp(data[at + width * 3 + channel]!, data[at + width * 3 + 3 + channel]!, column - left);
    return lerp(upper, lower, row - top);
  };
  return [pick(0), pick(1), pick(2)];
}

export type Finish = { exposure?: number; vignette?: number; grain?: number; contrast?: number; saturation?: number };

/** From light to a file's pixels, at the size that is wanted: exposure, a film-like shoulder, vignette and a little grain. */
export async function develop(
  canvas: Canvas,
  width: number,
  height: number,
  { exposure = 0, vignette = 0.25, grain = 0.006, contrast = 1, saturation = 1 }: Finish = {},
): Promise<{ data: Uint8Array; width: number; height: number }> {
  const { data } = canvas;
  const bytes = Buffer.alloc(canvas.width * canvas.height * 3);
  const gain = 2 ** exposure;
  const aspect = canvas.width / canvas.height;
  for (let index = 0; index < data.length; index += 3) {
    const pixel = index / 3;
    const x = (pixel % canvas.width) / canvas.width - 0.5;
    const y = Math.floor(pixel / canvas.width) / canvas.height - 0.5;
    const edge = (x * x * Math.min(aspect, 1.6) + y * y) * 1.6;
    const light = gain * (1 - vignette * smooth(0.1, 1, edge));
    const luma = data[index]! * 0.2126 + data[index + 1]! * 0.7152 + data[index + 2]! * 0.0722;
    for (let channel = 0; channel < 3; channel++) {
      const linear = Math.max(0, lerp(luma, data[index + channel]!, saturation)) * light;
      const shoulder = linear < 0.6 ? linear : 0.6 + 0.4 * (1 - Math.exp(-(linear - 0.6) / 0.4));
      const value = shoulder <= 0.0031308 ? shoulder * 12.92 : 1.055 * shoulder ** (1 / 2.4) - 0.055;
      bytes[index + channel] = clamp(lerp(value, value * value * (3 - 2 * value), contrast - 1)) * 255 + 0.5;
    }
  }
  const resized = await sharp(bytes, { raw: { width: canvas.width, height: canvas.height, channels: 3 } })
    .resize(width, height, { kernel: 'lanczos3' })
    .raw()
    .toBuffer();
  let state = 12_345;
  for (let index = 0; index < resized.length; index += 3) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    const speck = ((state >>> 8) / 16_777_216 + (state & 255) / 256 - 1) * grain * 255;
    for (let channel = 0; channel < 3; channel++) {
      resized[index + channel] = clamp(resized[index + channel]! + speck, 0, 255);
    }
  }
  return { data: resized, width, height };
}
