import type { LensfunLens } from '../../../contract/lens-database.ts';
import type { PanelControl, PanelOption } from '../../../contract/panel.ts';
import type { Known } from './computed-control.ts';

/** What darktable's lists offer (read from those of 4.2.1 and 5.4.1). */
const FOCALS = [
  4.5, 8, 10, 12, 14, 15, 16, 17, 18, 20, 24, 28, 30, 31, 35, 38, 40, 43, 45, 50, 55, 60, 70, 75, 77, 80, 85, 90, 100,
  105, 110, 120, 135, 150, 200, 210, 240, 250, 300, 400, 500, 600, 800, 1000,
];
const APERTURES = [
  0.7, 0.8, 0.9, 1, 1.1, 1.2, 1.4, 1.8, 2, 2.2, 2.5, 2.8, 3.2, 3.4, 4, 4.5, 5, 5.6, 6.3, 7.1, 8, 9, 10, 11, 13, 14, 16,
  18, 20, 22, 25, 29, 32, 38,
];
const APERTURES_5 = [...APERTURES, 45, 50, 54, 64, 90];
/** As they are written there, and so stored: from 25 cm in steps of half a stop. */
const DISTANCES = [
  0.25, 0.35, 0.5, 0.71, 1, 1.4, 2, 2.8, 4, 5.7, 8, 11, 16, 23, 32, 45, 64, 91, 128, 181, 256, 362, 512, 724, 1000,
];

/** Noted along with every choice: until then, darktable puts the lens of the picture into the parameters. */
export const changeNote = (stored: Known): 'has_been_set' | 'modified' =>
  stored('has_been_set') === undefined ? 'modified' : 'has_been_set';

/** The values of the lists of a lens: from its shortest focal length and its largest aperture. */
export function lensValues(lens: Pick<LensfunLens, 'focal' | 'aperture'> | null, isFive: boolean) {
  const [least, most] = lens?.focal ?? [0, 0];
  const [fastest] = lens?.aperture ?? [0];
  const apertures = isFive ? APERTURES_5 : APERTURES;
  const from = (first: number, values: readonly number[]) => [
    ...(first > 0 ? [first] : []),
    ...values.filter((value) => value > first),
  ];
  return {
    focal: from(least, FOCALS).filter((value) => most === 0 || value <= most),
    aperture: from(fastest, apertures),
    distance: DISTANCES,
  };
}

const FIELDS: Record<string, 'focal' | 'aperture' | 'distance'> = { mm: 'focal', 'f/': 'aperture', d: 'distance' };

/**
 * The lists for focal length, aperture and distance as they are for this lens, in the place of the sample's: what is stored first, then those of
 * the lens.
 *
 * @param written A number in the reader's language.
 */
export function withLensLists(
  controls: readonly PanelControl[],
  lens: Pick<LensfunLens, 'focal' | 'aperture'> | null,
  stored: Known,
  written: (value: number) => string,
): readonly PanelControl[] {
  const note = changeNote(stored);
  const values = lensValues(lens, note === 'has_been_set');
  return controls.map((control) => {
    // Names stand one below the other here.
    if (control.kind === 'button') return { ...control, row: undefined };
    const field = control.kind === 'combobox' && control.field === undefined ? FIELDS[control.label ?? ''] : undefined;
    const now = field && stored(field);
    if (!field || now === undefined) return control;
    // Single precision is written with what makes it up.
    const current = Number(now.toPrecision(7));
    const others = values[field].filter((value) => Math.fround(value) !== Math.fround(now));
    const options = [current, ...others].map((value): PanelOption => ({
      label: written(value),
      set: { [field]: value, ...(value !== current && { [note]: 1 }) },
    }));
    return { ...control, options, editable: false, row: undefined };
  });
}

/** The bits of `modify_flags`. */
const BITS = { tca: 1, vignetting: 2, distortion: 4 };

/** Those of the corrections asked for that the lens was measured for. */
export const correctionsDone = (flags: number, { corrections }: Pick<LensfunLens, 'corrections'>): number =>
  corrections.reduce((done, kind) => done | (flags & BITS[kind]), 0);
