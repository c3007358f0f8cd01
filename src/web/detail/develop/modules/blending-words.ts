import type { BlendingPatch, BlendMask, EntryBlending } from '../../../../contract/blending.ts';
import type { PanelControl } from '../../../../contract/panel.ts';
import { shownText } from '../../../../contract/slider-value.ts';
import { decimal } from '../controls/decimal.ts';

/** darktable's words for the kinds of mask. */
export const MASK_WORDS: Record<BlendMask, string> = {
  none: 'off',
  uniform: 'uniformly',
  drawn: 'drawn mask',
  parametric: 'parametric mask',
  drawn_and_parametric: 'drawn & parametric mask',
  raster: 'raster mask',
};

/** The same in every release. */
export const OPACITY: PanelControl = {
  kind: 'slider',
  label: 'opacity',
  field: 'opacity',
  soft: [0, 100],
  hard: [0, 100],
  step: 1,
  default: 100,
  digits: 0,
  unit: '%',
};

/** darktable's word for blending in reverse. */
export const REVERSE = 'toggle blend order';

/** The modes that take the fulcrum (blend_gui.c, _blendif_blend_parameter_enabled). */
const WITH_FULCRUM = [
  'multiply',
  'divide',
  'divide inverse',
  'addition',
  'subtract',
  'subtract inverse',
  'RGB red channel',
  'RGB green channel',
  'RGB blue channel',
];
export const takesFulcrum = ({ space, mode = '' }: Pick<EntryBlending, 'space' | 'mode'>): boolean =>
  space === 'rgb_scene' && WITH_FULCRUM.includes(mode);

/** 5.x calls it by fewer words. */
export const fulcrumOf = ({ version }: Pick<EntryBlending, 'version'>): PanelControl => ({
  kind: 'slider',
  label: version < 14 ? 'blend fulcrum' : 'fulcrum',
  field: 'fulcrum',
  signed: true,
  soft: [-3, 3],
  hard: [-18, 18],
  step: 0.01,
  default: 0,
  digits: 3,
  unit: ' EV',
});

/** Whether a mask limits the module. */
export const isMasked = (blend: EntryBlending | null): boolean =>
  blend?.mask !== undefined && blend.mask !== 'none' && blend.mask !== 'uniform';

/** darktable's "invert mask". */
export const INVERT = {
  kind: 'combobox',
  label: 'invert mask',
  field: 'inverted',
  options: ['off', 'on'].map((label, value) => ({ label, value })),
} satisfies PanelControl;

/** What there is of it, as darktable says it: "drawn mask · normal · 80%". */
export function blendingWords(
  {
    mask,
    mode,
    opacity,
    inverted,
    reversed,
    fulcrum,
  }: Pick<BlendingPatch, 'mask' | 'mode' | 'inverted' | 'reversed' | 'fulcrum'> & {
    opacity?: number | null | undefined;
  },
  text: (english: string) => string,
): string {
  if (mask === 'none') return text(MASK_WORDS.none);
  return [
    mask === undefined ? [] : text(MASK_WORDS[mask]),
    inverted === true ? `${text(INVERT.label)}: ${text('on')}` : [],
    mode === undefined ? [] : text(mode),
    reversed === undefined || (!reversed && mode !== undefined) ? [] : text(REVERSE),
    fulcrum === undefined ? [] : shownText(fulcrumOf({ version: 14 }), fulcrum, decimal()),
    typeof opacity === 'number' ? shownText(OPACITY, opacity, decimal()) : [],
  ]
    .flat()
    .join(' · ');
}
