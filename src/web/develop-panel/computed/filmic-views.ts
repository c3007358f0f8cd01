import type { Known } from './computed-control.ts';
import { type FilmicCurve, filmicCurve } from './filmic-curve.ts';

/** The views of filmic rgb's graph, in darktable's order: the curve alone, with what maps the scene on it, on logarithmic axes, the ranges (filmicrgb.c, dt_iop_filmicrgb_gui_mode_t). */
export const FILMIC_VIEWS = ['look', 'linear', 'log', 'ranges'] as const;
export type FilmicView = (typeof FILMIC_VIEWS)[number];

const MIDDLE_GRAY = 0.1845;
/** Axes of the third view: a logarithm that begins at 0. */
const BASE = 20;
const onLog = (value: number) => Math.log(value * (BASE - 1) + 1) / Math.log(BASE);
const fromLog = (share: number) => (BASE ** share - 1) / (BASE - 1);
const within = (value: number) => Math.min(Math.max(value, 0), 1);

type Drawn = Pick<FilmicCurve, 'at'> & { dots: { x: number; y: number; isMiddle?: boolean }[] };

/**
 * The curve of a view in shares of its sides. With the mapping, the light of the scene and of the display instead of exposure and what the display
 * is told; 1 is white of the display, and what is brighter in the scene lies outside. null: as with `filmicCurve`.
 */
export function filmicView(stored: Known, view: FilmicView): Drawn | null {
  const curve = filmicCurve(stored);
  if (!curve) return null;
  const { at, black, gray, white } = curve;
  if (view === 'look') return { at, dots: [black, { ...gray, isMiddle: true }, white] };
  const { exposureOf, lightOf, power } = mapping(stored);
  const isLog = view === 'log';
  const shown = isLog ? onLog : (value: number) => value;
  const read = isLog ? fromLog : (share: number) => share;
  return {
    at: (x) => shown(within(at(exposureOf(read(x)))) ** power),
    dots: [black, { ...gray, isMiddle: true }, white]
      .map((dot) => ({ ...dot, x: shown(lightOf(dot.x)), y: shown(within(dot.y) ** power) }))
      .filter(({ x }) => x <= 1),
  };
}

/** Between the light of the scene and the exposure between black and white. */
function mapping(stored: Known) {
  const [black, white, power] = ['black_point_source', 'white_point_source', 'output_power'].map(
    (field) => stored(field) ?? NaN,
  ) as [number, number, number];
  const gray = stored('custom_grey') ? (stored('grey_point_source') ?? NaN) / 100 : MIDDLE_GRAY;
  const range = white - black;
  return {
    power,
    exposureOf: (light: number) => within((Math.log2(Math.max(light, 1e-9) / gray) - black) / range),
    lightOf: (exposure: number) => gray * 2 ** (exposure * range + black),
  };
}

/** What stands at the axes of a view, from left and bottom. */
export interface FilmicAxes {
  across: { values: number[]; unit: 'EV' | '%' };
  /** Of the light of the display, in percent. */
  up: number[];
}

const MARKS = [0, 0.25, 0.5, 0.75, 1];

/** The numbers that darktable's button for labels shows: exposure of the scene or its light, and the light of the display (filmicrgb.c). */
export function filmicAxes(stored: Known, view: Exclude<FilmicView, 'ranges'>): FilmicAxes {
  if (view !== 'look') {
    const light = MARKS.map((mark) => 100 * (view === 'log' ? fromLog(mark) : mark));
    return { across: { values: light, unit: '%' }, up: light };
  }
  const [black, white, power] = ['black_point_source', 'white_point_source', 'output_power'].map(
    (field) => stored(field) ?? 0,
  ) as [number, number, number];
  return {
    across: { values: MARKS.map((mark) => black + mark * (white - black)), unit: 'EV' },
    up: MARKS.map((mark) => 100 * mark ** power),
  };
}

export interface DynamicRange {
  /** In EV from middle gray: black, gray, white. */
  scene: [number, number, number];
  display: [number, number, number];
}

/** Which exposures of the scene become which of the display. null: as with `filmicCurve`. */
export function dynamicRange(stored: Known): DynamicRange | null {
  const curve = filmicCurve(stored);
  if (!curve) return null;
  const { power } = mapping(stored);
  const ev = (node: { y: number }) => Math.log2(Math.max(within(node.y) ** power, 2 ** -13) / MIDDLE_GRAY);
  return {
    scene: [stored('black_point_source') ?? NaN, 0, stored('white_point_source') ?? NaN],
    display: [ev(curve.black), ev(curve.gray), ev(curve.white)],
  };
}
