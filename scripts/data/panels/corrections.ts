import type { PanelControl } from '../../../src/contract/panel.ts';
import type { RELEASES } from './facts.ts';

/**
 * What the facts lack or get wrong. They were read from two sample pictures, so some of what they say is of those
 * pictures. Each correction has its reason, and has to match something: a correction that the facts no longer need
 * stops the script.
 */
export interface Correction {
  /** Operations, or `blending.raw`, `blending.lab` and `blending.rgb`. */
  of: string[];
  /** Left out: every release that has the module. */
  releases?: (typeof RELEASES)[number][];
  /** The controls meant have these values. */
  match: Partial<PanelControl>;
  /** null takes a value away; a function tells the values from the control. Left out: the control is taken away. */
  change?: Change | ((control: PanelControl) => Change);
  why: string;
}
type Change = { [Name in keyof PanelControl]?: PanelControl[Name] | null };

const REVERSED = 2 ** 31;
/** Addition, multiply, subtract, divide and their inverses, and the RGB channels. */
const WITH_FULCRUM = [4, 6, 7, 33, 34, 35, 37, 38, 39].flatMap((mode) => [mode, mode + REVERSED]);
const ANY_MASK = { field: 'mask_mode', in: [1, 3, 5, 7, 9] };

const RATIOS: Record<string, [short: number, long: number]> = {
  '2:1, univisium': [1, 2],
  cinemascope: [100, 235],
  '21:9': [100, 237],
  anamorphic: [100, 239],
  '65:24, xpan': [24, 65],
  '3:1, panorama': [100, 300],
};

/** An option such as `21:9  2.37`, by its name. */
function ratioOf(label: string): { ratio_n: number; ratio_d: number } {
  const name = label.replace(/ {2}[\d.]+$/, '').toLowerCase();
  const [ratio_n, ratio_d] = RATIOS[name]!;
  return { ratio_n, ratio_d };
}

/** Methods of demosaic that only one kind of sensor has (demosaic.c). */
const [MONOCHROME, X_TRANS_VNG, RCD] = [7, 1024, 5];
function sensorWith(methods: readonly number[]): string {
  if (methods.includes(X_TRANS_VNG)) return 'an X-Trans sensor';
  return methods.includes(MONOCHROME) ? 'a sensor without colors' : 'a sensor with four colors';
}

/** Rotate and perspective: what turns the picture or says how it is cropped then, and the margins. */
const TURNS = [
  'rotation',
  'lensshift_v',
  'lensshift_h',
  'shear',
  'mode',
  'f_length',
  'crop_factor',
  'orthocorr',
  'aspect',
  'cropmode',
];
const BOX = ['cl', 'cr', 'ct', 'cb'];

const PLACES = ['top left', 'top', 'top right', 'left', 'center', 'right', 'bottom left', 'bottom', 'bottom right'];

export const corrections: Correction[] = [
  // Texts of the sample pictures.
  {
    of: ['exposure'],
    match: { field: 'compensate_exposure_bias' },
    change: { label: 'compensate camera exposure' },
    why: 'The text in brackets is the exposure compensation of the sample',
  },
  {
    of: ['exposure'],
    releases: ['5.4.1'],
    match: { field: 'compensate_hilite_pres' },
    change: { label: 'highlight preservation mode' },
    why: 'The text in brackets is that of the sample',
  },
  {
    of: ['channelmixerrgb'],
    match: { kind: 'label', tab: 'CAT', row: 1 },
    change: { label: 'CCT', computed: 'correlated color temperature of x, y', sets: [], dynamic: true },
    why: 'The temperature and its kind are those of the sample',
  },
  {
    of: ['lens'],
    match: { kind: 'button', label: 'Nikon, D750' },
    change: { label: 'camera model', field: 'camera', dynamic: true, label_is_hidden: true },
    why: 'The button shows the camera of the sample, which the field camera stores',
  },
  {
    of: ['lens'],
    match: { kind: 'button', label: 'Nikon, NIKKOR AF-S 50mm f/1.8G' },
    change: { label: 'lens model', field: 'lens', dynamic: true, label_is_hidden: true },
    why: 'The button shows the lens of the sample, which the field lens stores',
  },
  {
    of: ['liquify', 'spots', 'retouch'],
    match: { kind: 'label' },
    change: ({ label }) => (label?.startsWith('0') ? { dynamic: true } : {}),
    why: 'A count: how many shapes or scales there are',
  },
  {
    of: ['watermark'],
    match: { kind: 'button', label: 'DejaVu Sans Book' },
    change: { label: 'font', field: 'font', dynamic: true, label_is_hidden: true },
    why: 'The button shows the font of the sample, which the field font stores',
  },

  // Defaults that darktable computes.
  {
    of: ['temperature'],
    match: { kind: 'slider', fold: 'channel coefficients' },
    change: { default_needs: 'picture' },
    why: 'The multipliers as shot; those here are of the sample camera (temperature.c, reload_defaults)',
  },
  {
    of: ['temperature'],
    match: { kind: 'slider', section: 'scene illuminant temp' },
    change: { default_needs: 'picture' },
    why: 'What the multipliers as shot are shown as; those here are of the sample camera (temperature.c, reload_defaults)',
  },
  {
    of: ['temperature'],
    match: { label: 'emerald' },
    change: { note: null, hidden: true, needs: 'a camera with four colors', default: null },
    why: 'Cameras with three colors store NaN here, which is no default',
  },
  {
    of: ['rawprepare'],
    match: { kind: 'slider' },
    change: ({ label }) => (/black|white/.test(label ?? '') ? { default_needs: 'picture' } : {}),
    why: 'Black levels and white point come from the raw file (rawprepare.c, reload_defaults)',
  },
  {
    of: ['denoiseprofile'],
    match: { kind: 'slider' },
    change: ({ field }) =>
      ['radius', 'scattering', 'shadows', 'bias'].includes(field ?? '') ? { default_needs: 'picture' } : {},
    why: "They follow the camera's noise at the ISO of the picture (denoiseprofile.c, infer_*_from_profile)",
  },
  {
    of: ['lens'],
    match: { field: 'scale' },
    change: { default_needs: 'picture' },
    why: 'The scale that leaves no black corners depends on the lens',
  },
  ...(
    [
      ['denoiseprofile', '4.2.1', 'mode', { field: 'mode', byte_offset: 56 }],
      ['lens', '4.2.1', 'corrections', { field: 'modify_flags', byte_offset: 4, also_sets: ['modified'] }],
      ['lens', '4.2.1', 'geometry', { field: 'target_geom', byte_offset: 32, also_sets: ['modified'] }],
      ['filmic', undefined, 'intent', { field: 'interpolator', byte_offset: 52 }],
    ] as const
  ).map(([of, release, label, place]): Correction => ({
    of: [of],
    ...(release && { releases: [release] }),
    match: { kind: 'combobox', label, sets: [place.field, ...('also_sets' in place ? place.also_sets : [])] },
    change: ({ options = [], default_index: at = 0 }) => ({
      ...place,
      also_sets: 'also_sets' in place ? [...place.also_sets] : null,
      default: options[at]?.value ?? null,
      sets: null,
      computed: null,
      default_index: null,
    }),
    why: 'Made without a field, but it stores the value of its entry and nothing else, as the measured bytes show',
  })),
  {
    of: ['ashift'],
    match: { field: 'f_length' },
    change: { default_needs: 'picture' },
    why: 'The focal length comes from Exif (ashift.c, reload_defaults)',
  },
  {
    of: ['ashift'],
    match: { field: 'crop_factor' },
    change: { default_needs: 'picture' },
    why: 'The crop factor comes from Exif (ashift.c, reload_defaults)',
  },
  ...['exposure', 'black', 'compensate_exposure_bias'].map((field): Correction => ({
    of: ['exposure'],
    releases: ['5.4.1'],
    match: { field },
    change: { default_needs: 'workflow', default_otherwise: 0 },
    why: '0.7 EV, -0.0002 and on for the first instance on a raw picture with colors, in the scene-referred workflow (exposure.c, reload_defaults)',
  })),
  ...TURNS.map((field): Correction => ({
    of: ['ashift'],
    match: { field },
    change: { also_sets: field === 'cropmode' ? BOX : [...BOX, 'cropmode'] },
    why: 'Automatic cropping works its margins out anew, and switches itself off where it cannot (ashift.c, gui_changed, do_crop); the sample was not cropped yet',
  })),
  {
    of: ['ashift'],
    match: { field: 'cropmode' },
    change: { default_needs: 'preferences', note: null },
    why: 'The mode that was chosen last (ashift.c, reload_defaults)',
  },
  ...['lensshift_v', 'lensshift_h'].map((field): Correction => ({
    of: ['ashift'],
    match: { field },
    change: { note: 'vertical and horizontal change places for a picture that stands on its side' },
    why: 'The labels follow the orientation of the picture (ashift.c, reload_defaults)',
  })),
  {
    of: ['channelmixerrgb'],
    match: { tab: 'CAT' },
    change: ({ field }) =>
      ['adaptation', 'illuminant', 'temperature'].includes(field ?? '') ? { default_needs: 'workflow' } : {},
    why: 'The light as shot with the modern chromatic adaptation, else none (channelmixerrgb.c, reload_defaults)',
  },
  {
    of: ['demosaic'],
    match: { field: 'demosaicing_method' },
    change: { default_needs: 'picture' },
    why: 'Depends on the sensor (demosaic.c, reload_defaults)',
  },

  // Values that are stored otherwise than shown.
  {
    of: ['negadoctor'],
    match: { field: 'exposure' },
    change: { power: { base: 2, plus: 0 }, note: null },
    why: 'stored = 2 ^ shown, measured at three points; the ranges and the default are of what is shown',
  },
  {
    of: ['toneequal'],
    match: { label: 'curve smoothing' },
    change: {
      field: 'smoothing',
      byte_offset: 40,
      power: { base: Math.SQRT2, plus: 1 },
      computed: null,
      sets: null,
    },
    why: 'stored = sqrt(2) ^ (1 + shown), measured at three points: as good as a field of its own',
  },
  {
    of: ['agx'],
    match: { field: 'curve_pivot_x' },
    change: {
      factor: null,
      shown_offset: null,
      scale_from: { low: 'range_black_relative_ev', high: 'range_white_relative_ev' },
    },
    why: 'The pivot is stored as a share of the range between black and white; 16.5 and -10 are of the defaults',
  },
  {
    of: ['borders'],
    match: { field: 'aspect', kind: 'slider' },
    change: { default: null },
    why: 'The default -1 means the shape of the picture, and is no ratio',
  },
  {
    of: ['retouch'],
    match: { kind: 'combobox' },
    change: ({ field }) => (field === 'blur_type' || field === 'fill_mode' ? { default: 0 } : {}),
    why: 'The widgets were filled later than the dump; 0 is the default of the parameters',
  },
  ...[
    ['lut3d', 'colorspace', 0],
    ['lut3d', 'interpolation', 0],
    ['rasterfile', 'mode', 7],
  ].map(([module, field, value]): Correction => ({
    of: [module as string],
    match: { kind: 'combobox', field: field as string },
    change: { default: value as number },
    why: 'The widget told no default; this is that of the parameters',
  })),
  {
    of: ['crop', 'clipping'],
    match: { label: 'aspect' },
    change: ({ options = [] }) => ({
      options: options.map((option) => (option.set ? option : { ...option, set: ratioOf(option.label) })),
    }),
    why: 'Only the first sixteen options were tried; the others are in the source (crop.c, aspects): short side, long side',
  },
  ...[
    ['white relative exposure', 'white_point_source', 8],
    ['black relative exposure', 'black_point_source', 4],
    ['contrast', 'contrast', 36],
    ['latitude', 'latitude_stops', 32],
    ['shadows/highlights balance', 'balance', 48],
    ['global saturation', 'global_saturation', 44],
    ['target black luminance', 'black_point_target', 20],
    ['target middle gray', 'grey_point_target', 16],
    ['target white luminance', 'white_point_target', 24],
    ['target gamma', 'output_power', 28],
  ].map(([label, field, byte_offset]): Correction => ({
    of: ['filmic'],
    match: { kind: 'slider', label: label as string },
    change: { field: field as string, byte_offset: byte_offset as number, computed: null, sets: null },
    why: 'stored = shown, measured at three points: as good as a field of its own',
  })),
  ...PLACES.map((label, place): Correction => ({
    of: ['watermark', 'overlay'],
    match: { icon: 'alignment', ...(place === 4 ? {} : { set_to: place }) },
    change: (control) =>
      (control.set_to ?? 4) === place && control.label === undefined
        ? {
            label,
            label_is_hidden: true,
            field: 'alignment',
            byte_offset: 16,
            set_to: place,
            computed: null,
            sets: null,
          }
        : {},
    why: 'Nine buttons without words, row by row; the middle one is pressed by default and was not tried everywhere',
  })),

  // What is shown when.
  {
    of: ['demosaic'],
    match: { field: 'demosaicing_method', hidden: true },
    change: ({ options = [] }) => ({
      note: null,
      needs: sensorWith(options.map(({ value }) => value!)),
      options: options.filter(({ value }) => value !== RCD),
    }),
    why: 'Which of them is shown depends on the sensor; RCD was put into each list because the sample used it',
  },
  {
    of: ['colorequal'],
    match: { note: 'only with preference show_sliders' },
    change: ({ context }) => ({
      note: null,
      needs: 'the preference to show sliders',
      tab: context!,
    }),
    why: 'They stand outside the notebook, but the page that is open tells which of them are shown',
  },
  {
    of: ['exposure'],
    releases: ['5.4.1'],
    match: { field: 'compensate_hilite_pres' },
    change: { note: null, needs: 'a picture taken with a highlight preservation mode' },
    why: 'A condition of the picture, not a remark',
  },
  {
    of: ['denoiseprofile'],
    releases: ['5.4.1'],
    match: { field: 'compensate_hilite_pres' },
    change: { note: null, needs: 'a picture taken with a highlight preservation mode' },
    why: 'A condition of the picture, not a remark',
  },
  {
    of: ['rawprepare'],
    match: { field: 'flat_field' },
    change: { note: null, needs: 'a picture that brings gain maps' },
    why: 'A condition of the picture, not a remark',
  },
  {
    of: ['demosaic'],
    releases: ['5.4.1'],
    match: { field: 'cs_center' },
    change: { note: 'and corner boost above 0' },
    why: 'The label that people see instead of the field',
  },
  {
    of: ['blending.rgb'],
    releases: ['4.2.1'],
    match: { field: 'blend_parameter' },
    change: { enabled_when: [[{ field: 'blend_mode', in: WITH_FULCRUM }]] },
    why: 'Gray for other modes (blend_gui.c, _blendif_blend_parameter_enabled)',
  },
  {
    of: ['blending.rgb'],
    releases: ['5.4.1'],
    match: { field: 'blend_parameter' },
    change: { note: null, shown_when: [[ANY_MASK, { field: 'blend_mode', in: WITH_FULCRUM }]] },
    why: 'Shown for these modes (blend_gui.c, _blendif_blend_parameter_enabled); the note was not meant for it',
  },
  {
    of: ['blending.lab', 'blending.raw'],
    match: { field: 'blend_parameter' },
    why: 'Only modules that work in scene RGB have it (blend_gui.c); the note was not meant for it',
  },
  {
    of: ['blending.lab', 'blending.rgb'],
    match: { label: 'range slider with four handles' },
    change: ({ hidden }) => ({ section: hidden ? 'output' : 'input' }),
    why: 'Both stand under a text that tells them apart: the input or the output of the module',
  },
  {
    of: ['blending.raw'],
    match: { label: 'combine masks' },
    why: 'Raw data has no parametric masks; the note was not meant for it',
  },
  {
    of: ['blending.raw'],
    match: { label: 'details threshold' },
    change: { computed: 'interface only: a module before demosaic has no details mask', default: null },
    why: 'Moving it changed nothing',
  },
  {
    of: ['blending.lab'],
    releases: ['5.4.1'],
    match: { label: 'this module is deprecated. please use colorbalance RGB module instead.' },
    why: 'The sample module (contrast brightness saturation) says so of itself',
  },
  ...[
    ['blend_mode', 24],
    ['mask_combine', 0],
    ['feathering_guide', 5],
  ].map(([field, value]): Correction => ({
    of: ['blending.rgb', 'blending.lab', 'blending.raw'],
    releases: ['4.2.1'],
    match: { kind: 'combobox', field: field as string },
    change: { default: value as number },
    why: 'What darktable writes into new parameters (blend.c, _default_blendop_params)',
  })),
];

type Added = [module: string, english: string, own: string];

const places = (...words: string[]) =>
  ['watermark', 'overlay'].flatMap((module) => words.map((own, place): Added => [module, PLACES[place]!, own]));

/** Words that follow from the corrections, by language: in which module, English, translated. */
export const addedWords: Record<string, Added[]> = {
  de: [
    ['exposure', 'compensate camera exposure', 'Belichtungskorrektur kompensieren'],
    ['exposure', 'highlight preservation mode', 'Belichtungsoptimierungs-Modus'],
    ...places(
      ...['oben links', 'oben', 'oben rechts'],
      ...['links', 'Mitte', 'rechts'],
      ...['unten links', 'unten', 'unten rechts'],
    ),
  ],
  fr: [
    ['exposure', 'compensate camera exposure', 'compenser l’exposition du boîtier'],
    ['exposure', 'highlight preservation mode', 'méthode de préservation des hautes lumières'],
    ...places(
      ...['en haut à gauche', 'en haut', 'en haut à droite'],
      ...['à gauche', 'au milieu', 'à droite'],
      ...['en bas à gauche', 'en bas', 'en bas à droite'],
    ),
  ],
  es: [
    ['exposure', 'compensate camera exposure', 'compensar la exposición'],
    ['exposure', 'highlight preservation mode', 'preservar luces'],
    ...places(
      ...['arriba a la izquierda', 'arriba', 'arriba a la derecha'],
      ...['a la izquierda', 'en el centro', 'a la derecha'],
      ...['abajo a la izquierda', 'abajo', 'abajo a la derecha'],
    ),
  ],
};
