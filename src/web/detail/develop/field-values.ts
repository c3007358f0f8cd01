import type { ParamField } from '../../../contract/modules.ts';
import { number } from '../../i18n/words.ts';

/** The value at a path such as `curve[0][2].y` inside the parameters; undefined where there is none. */
export function valueAt(params: unknown, path: string): unknown {
  return (path.match(/\w+/g) ?? []).reduce<unknown>(
    (value, step) =>
      typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[step] : undefined,
    params,
  );
}

/** What one notch of a slider is: a round number, some thousand of them from end to end. */
export function stepOf({ type, min, max }: ParamField): number {
  if (type === 'integer') return 1;
  if (min === undefined || max === undefined || max <= min) return 0.01;
  return 10 ** Math.floor(Math.log10((max - min) / 1000));
}

/** As a person would write it: no digits that float32 made up. */
export const shownNumber = (value: number): string =>
  number(value, { maximumSignificantDigits: 5, useGrouping: false });

/** For an input of type number, which knows no other decimal sign. */
export const plainNumber = (value: number): string => String(Number(value.toPrecision(6)));

export const isSlider = ({ type, min, max }: ParamField): boolean =>
  (type === 'number' || type === 'integer') &&
  min !== undefined &&
  max !== undefined &&
  max > min &&
  // Some limits only say what the type can hold.
  max - min < 1e6;

/** Points that a plot can show: where their x and y lie, and how many are in use. */
export interface Curve {
  name: string;
  /** Of a module with a curve for each channel. */
  channel: number | null;
  points: { x: string; y: string }[];
  /** x is given by the module: points move up and down alone. */
  isFixedX: boolean;
}

/**
 * The curves of a module: lists of points with x and y, of which a neighbouring field tells how many are used, or two lists, of x
 * and of y, of the same lengths.
 */
export function curvesOf(fields: readonly ParamField[], params: unknown): { curves: Curve[]; used: Set<string> } {
  const curves: Curve[] = [];
  const used = new Set<string>();
  const channelsOf = (dimensions: readonly number[]) =>
    dimensions.length > 1 ? Array.from({ length: dimensions[0]! }, (_, channel) => channel) : [null];

  for (const field of fields) {
    const { name, type, dimensions = [] } = field;
    const length = dimensions.at(-1);
    if (length === undefined || length < 2) continue;
    const parts = field.fields?.map((part) => part.name).join();
    if (type === 'struct' && parts === 'x,y') {
      const count = fields.find(
        (other) =>
          other.type === 'integer' && other.name.endsWith('nodes') && other.name.startsWith(name.split('_')[0]!),
      );
      if (!count) continue;
      used.add(name).add(count.name);
      for (const channel of channelsOf(dimensions)) {
        const inUse = Number(valueAt(params, channel === null ? count.name : `${count.name}[${channel}]`) ?? 0);
        if (!(inUse >= 2)) continue;
        const start = channel === null ? name : `${name}[${channel}]`;
        const points = Array.from({ length: Math.min(length, inUse) }, (_, at) => ({
          x: `${start}[${at}].x`,
          y: `${start}[${at}].y`,
        }));
        curves.push({ name: field.label, channel: dimensions.length > 1 ? channel : null, points, isFixedX: false });
      }
      continue;
    }
    const stem = /^(.*_)?x$/.exec(name);
    const other = stem && fields.find((one) => one.name === `${stem[1] ?? ''}y`);
    if (!other || type !== 'number' || other.dimensions?.join() !== dimensions.join()) continue;
    used.add(name).add(other.name);
    for (const channel of channelsOf(dimensions)) {
      const index = (list: string, at: number) => (channel === null ? `${list}[${at}]` : `${list}[${channel}][${at}]`);
      const points = Array.from({ length }, (_, at) => ({ x: index(name, at), y: index(other.name, at) }));
      curves.push({ name: '', channel, points, isFixedX: true });
    }
  }
  return { curves, used };
}
