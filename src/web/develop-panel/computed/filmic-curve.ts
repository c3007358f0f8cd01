import type { Known } from './computed-control.ts';

/** filmic rgb's curve: from exposure between black (0) and white (1) to what the display shows, before its gamma. */
export interface FilmicCurve {
  at: (x: number) => number;
  black: Node;
  gray: Node;
  white: Node;
}
interface Node {
  x: number;
  y: number;
}

/** The ends of the straight part stay this far from what the display can show. */
const MARGIN = 0.01;
const [SPLINE_V1, SPLINE_V3] = [0, 2];
/** Choices of contrast in shadows and highlights. */
const [HARD, SOFT] = [0, 1];
const MIDDLE_GRAY = 0.1845;

/**
 * As darktable draws it (filmicrgb.c, dt_iop_filmic_rgb_compute_spline): a straight line through gray as steep as the contrast says, with a toe down
 * to black and a shoulder up to white. null: a field is not stored, or the values make no curve.
 */
export function filmicCurve(stored: Known): FilmicCurve | null {
  const of = (field: string) => stored(field) ?? NaN;
  const [blackSource, whiteSource, power] = [of('black_point_source'), of('white_point_source'), of('output_power')];
  const [blackTarget, grayTarget, whiteTarget] = [
    of('black_point_target'),
    of('grey_point_target'),
    of('white_point_target'),
  ];
  const version = of('spline_version');
  const displayed = (share: number) => share ** (1 / power);
  const range = whiteSource - blackSource;
  const gray: Node = {
    x: Math.abs(blackSource) / range,
    y: displayed(of('custom_grey') ? within(grayTarget, blackTarget, whiteTarget) / 100 : MIDDLE_GRAY),
  };
  // The first version left the gamma out.
  const ofDisplay = version === SPLINE_V1 ? (share: number) => share : displayed;
  const black: Node = { x: 0, y: ofDisplay(within(blackTarget, 0, grayTarget) / 100) };
  const white: Node = { x: 1, y: ofDisplay(Math.max(whiteTarget, grayTarget) / 100) };
  const line = { black, gray, white, latitude: of('latitude') / 100, balance: within(of('balance'), -50, 50) / 100 };
  const { slope, toe, shoulder } =
    version < SPLINE_V3
      ? ofRange({ ...line, contrast: of('contrast') })
      : ofDisplayRange({ ...line, contrast: (of('contrast') * range) / 8 / (power * gray.y ** (power - 1)) });
  const height = (x: number) => gray.y + slope * (x - gray.x);
  const down = bend(toe, height(toe) - black.y, slope, of('shadows'));
  const up = bend(1 - shoulder, white.y - height(shoulder), slope, of('highlights'));
  const at = (x: number) => {
    if (x < toe) return height(toe) - down(toe - x);
    return x > shoulder ? height(shoulder) + up(x - shoulder) : height(x);
  };
  return [0, 0.1, 0.3, 0.5, 0.7, 0.9, 1].every((x) => Number.isFinite(at(x))) ? { at, black, gray, white } : null;
}

interface Line {
  black: Node;
  gray: Node;
  white: Node;
  contrast: number;
  /** How much of the range is straight. */
  latitude: number;
  balance: number;
}
interface Straight {
  slope: number;
  toe: number;
  shoulder: number;
}

/** The older versions: the straight part is a share of the exposures. */
function ofRange({ gray, contrast, latitude, balance }: Line): Straight {
  const slope = within(contrast, 1.00001, 6);
  const shift = (-2 * within(latitude, 0, 1) * balance) / Math.hypot(slope, 1);
  return {
    slope,
    toe: gray.x - within(latitude, 0, 1) * gray.x + shift,
    shoulder: gray.x + within(latitude, 0, 1) * (1 - gray.x) + shift,
  };
}

/** A share of what the display can show. The line is at least as steep as its ends need. */
function ofDisplayRange({ black, gray, white, contrast, latitude, balance }: Line): Straight {
  const least = Math.max(1, (white.y - gray.y) / (1 - gray.x), (gray.y - black.y) / gray.x) + MARGIN;
  const slope = within(contrast, least, 100);
  const margin = MARGIN * (white.y - black.y);
  const lowest = gray.x + (black.y + margin - gray.y) / slope;
  const highest = gray.x + (white.y - margin - gray.y) / slope;
  const share = within(latitude, 0, 1);
  const [toe, shoulder] = [gray.x + share * (lowest - gray.x), gray.x + share * (highest - gray.x)];
  const shift = 2 * balance * (balance > 0 ? shoulder - gray.x : gray.x - toe);
  return { slope, toe: Math.max(toe - shift, lowest), shoulder: Math.min(shoulder - shift, highest) };
}

/**
 * How far the curve has gone at a distance from where the straight part ends: it goes on as steep as that, and has risen so much at the end of
 * its length. Hard: level there; safe: never beyond it.
 */
function bend(length: number, rise: number, slope: number, kind: number): (distance: number) => number {
  const straight = slope * length;
  if (kind === HARD || kind === SOFT) {
    const missing = straight - rise;
    const fourth = kind === HARD ? straight - 3 * missing : 0;
    const third = missing - fourth;
    return (distance) => {
      const share = distance / length;
      return slope * distance - third * share ** 3 - fourth * share ** 4;
    };
  }
  const steep = slope / rise;
  const square = steep / 2 + (Math.sqrt((length * steep + 1) ** 2 - 4) - 1) / (2 * length);
  const end = length * (length * square + 1);
  const half = end / steep / (end - 1 / steep);
  return (distance) => {
    const gone = distance * (distance * square + 1);
    return (half * slope * gone) / (gone + half);
  };
}

const within = (value: number, least: number, most: number) => Math.min(Math.max(value, least), most);
