import { elementSize, type Field, type Layout } from '../darktable/layout.ts';
import { paramElements } from '../darktable/param-elements.ts';
import { choices, limits } from '../darktable/param-values.ts';
import { checkParams } from '../darktable/params-check.ts';

/** Numbers from 0 to below 1, the same for the same seed (mulberry32, Tommy Ettinger). */
export function randomNumbers(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

/** The kind of values: all minima, all maxima, usual values, or any. */
type Mood = 'least' | 'most' | 'usual' | 'edges' | 'anything';
const MOODS: readonly Mood[] = ['usual', 'least', 'most', 'edges', 'anything'];

/**
 * Parameters within all limits and rules, or null when the rules could not be met. Edges are likelier than what is between
 * them. `texts` are what a text field may hold besides nothing and nonsense, by the name of the field.
 */
export function randomParams(
  layout: Layout,
  random: () => number,
  { sample = Math.floor(random() * 1000), texts = {} }: { sample?: number; texts?: Record<string, string[]> } = {},
): Uint8Array | null {
  const blob = new Uint8Array(layout.size);
  const view = new DataView(blob.buffer);
  const mood = MOODS[sample % MOODS.length] ?? 'anything';
  for (const [name, elements] of paramElements(layout)) {
    // Elements of an array often share a value.
    const shared = random() < 0.3 ? value(elements[0]!.field, mood, random) : null;
    for (const { field, at } of elements) {
      if (field.fixed) continue;
      if (field.type === 'char')
        writeText(
          blob,
          field,
          at,
          pick(['', ...(texts[name] ?? []), ...(texts[name] ?? []), nonsense(random)], random),
        );
      else writeNumber(view, field, at, shared ?? value(field, mood, random));
    }
  }
  // Satisfying one rule may break another.
  for (let turn = 0; turn < 20; turn += 1) {
    if (checkParams(layout, blob).length === 0) return blob;
    for (const rule of layout.rules) mend(layout, view, rule, random);
  }
  return null;
}

function pick<Item>(items: readonly Item[], random: () => number): Item {
  return items[Math.floor(random() * items.length)]!;
}

const nonsense = (random: () => number) =>
  Array.from({ length: Math.floor(random() * 40) }, () =>
    pick(['x', 'ü', '%s', '/', '.', '<', '&', ' ', '$(FILE_NAME)'], random),
  ).join('');

function value(field: Field, mood: Mood, random: () => number): number {
  switch (field.type) {
    case 'bool32':
      return random() < 0.5 ? 0 : 1;
    case 'enum':
      return pick(choices(field), random)[1];
    case 'struct':
    case 'char':
      return 0;
    default: {
      if (field.allowed) return pick(field.allowed, random);
      const isFloat = field.type === 'f32' || field.type === 'f64';
      if (field.mayBeNaN && random() < 0.1) return Number.NaN;
      const [least, most] = limits(field, field.type);
      const [low, high] = [Math.max(least, -1e30), Math.min(most, 1e30)];
      const between = () => {
        // Where the limits are far apart, all orders of magnitude are equally likely.
        if (high - low > 1e4 && random() < 0.7) {
          const sign = low < 0 && (high <= 0 || random() < 0.5) ? -1 : 1;
          const size = 10 ** (random() * Math.log10(Math.max(10, sign < 0 ? -low : high)));
          return Math.min(high, Math.max(low, sign * size));
        }
        return low + random() * (high - low);
      };
      const near = (number: number) => Math.min(high, Math.max(low, number));
      const usual = typeof field.default === 'number' ? near(field.default) : near(0);
      const edges = [
        low,
        high,
        near(0),
        near(1),
        near(-1),
        usual,
        isFloat ? near(1e-6) : near(2),
        near((low + high) / 2),
      ];
      const chosen = {
        least: () => (random() < 0.9 ? low : between()),
        most: () => (random() < 0.9 ? high : between()),
        usual: () => (random() < 0.7 ? usual : between()),
        edges: () => pick(edges, random),
        anything: between,
      }[mood]();
      return isFloat ? chosen : Math.min(high, Math.max(low, Math.round(chosen)));
    }
  }
}

function writeText(blob: Uint8Array, field: Field, at: number, text: string): void {
  const room = elementSize(field) - 1;
  blob.set(new TextEncoder().encode(text).subarray(0, room), at);
}

function writeNumber(view: DataView, field: Field, at: number, number: number): void {
  switch (field.type) {
    case 'f32':
      return view.setFloat32(at, number, true);
    case 'f64':
      return view.setFloat64(at, number, true);
    case 'i8':
    case 'u8':
      return view.setUint8(at, number);
    case 'i16':
    case 'u16':
      return view.setUint16(at, number, true);
    case 'i64':
    case 'u64':
      return view.setBigInt64(at, BigInt(Math.round(number)), true);
    case 'u32':
      return view.setUint32(at, number, true);
    default:
      return view.setInt32(at, number, true);
  }
}

/** Changes the values of a rule until it can hold. */
function mend(layout: Layout, view: DataView, rule: Layout['rules'][number], random: () => number): void {
  const elements = paramElements(layout);
  const list = elements.get(rule.field) ?? [];
  const isSingle = list[0]?.field.type !== 'f64';
  const read = (at: number, field: Field) =>
    field.type === 'f32'
      ? view.getFloat32(at, true)
      : field.type === 'f64'
        ? view.getFloat64(at, true)
        : field.type === 'i8'
          ? view.getInt8(at)
          : view.getInt32(at, true);
  switch (rule.rule) {
    case 'ascending': {
      const rows = Math.max(rule.rows, rule.used === undefined ? 1 : (elements.get(rule.used)?.length ?? 1));
      const length = list.length / rows;
      for (let row = 0; row < rows; row += 1) {
        const places = list.slice(row * length, (row + 1) * length);
        const [low, high] = limits(places[0]!.field, isSingle ? 'f32' : 'f64');
        const [from, to] = [Math.max(low, -1000), Math.min(high, 1000)];
        const closest = random() < 0.3 ? 0.003 : 1;
        const steps = places.map(() => 0.0025 + random() * closest);
        const total = steps.reduce((sum, step) => sum + step, 0);
        let sum = 0;
        places.forEach(({ field, at }, index) => {
          sum += steps[index]!;
          writeNumber(view, field, at, from + ((to - from) * (sum - steps[0]!)) / total);
        });
      }
      return;
    }
    case 'element': {
      const { field, at } = list[rule.index]!;
      if (read(at, field) < rule.min) writeNumber(view, field, at, rule.min);
      return;
    }
    case 'while': {
      const [least, most] = [rule.min ?? -Infinity, rule.max ?? Infinity];
      for (const { field, at } of list) {
        const is = read(at, field);
        if (rule.allowed) {
          if (!rule.allowed.includes(is)) writeNumber(view, field, at, pick(rule.allowed, random));
        } else writeNumber(view, field, at, Math.min(most, Math.max(least, is)));
      }
      return;
    }
    case 'sum':
      // The more there are, the smaller each one.
      for (const part of rule.parts) {
        for (const { field, at } of elements.get(part.field) ?? []) writeNumber(view, field, at, read(at, field) * 0.8);
      }
      return;
    case 'below': {
      const isMeant = Object.entries(rule.when).every(([name, values]) =>
        elements.get(name)?.some(({ at, field }) => values.includes(read(at, field))),
      );
      if (!isMeant) return;
      const others = elements.get(rule.other) ?? [];
      list.forEach(({ field, at }, index) => {
        const other = others[index]!;
        const gap = Math.max(
          rule.by * 1.01,
          random() < 0.5 ? 0 : Math.abs(read(other.at, other.field) - read(at, field)),
        );
        const [low] = limits(field, isSingle ? 'f32' : 'f64');
        const [, high] = limits(other.field, isSingle ? 'f32' : 'f64');
        if (read(other.at, other.field) - read(at, field) >= rule.by) return;
        const start = Math.max(low, Math.min(read(at, field), high - gap));
        writeNumber(view, field, at, start);
        writeNumber(view, other.field, other.at, Math.min(high, start + gap));
      });
    }
  }
}
