import { FEATHERING_GUIDES } from '../../../../contract/blend-mask-fields.ts';
import type { BlendMaskShape, MaskChannel } from '../../../../contract/blend-mask.ts';
import type { BlendingPatch, EntryBlending } from '../../../../contract/blending.ts';
import type { PanelControl } from '../../../../contract/panel.ts';
import { isMasked } from '../modules/blending-words.ts';
import type { Changes } from '../controls/module-values.ts';
import { itemAt } from '../../../item-at.ts';

/** darktable's list: bit 0 inverts, bit 1 is inclusive. */
export const COMBINE: PanelControl = {
  kind: 'combobox',
  label: 'combine masks',
  field: 'combine',
  default: 0,
  options: [
    { label: 'exclusive', value: 0 },
    { label: 'inclusive', value: 2 },
    { label: 'exclusive & inverted', value: 1 },
    { label: 'inclusive & inverted', value: 3 },
  ],
};
export const combinationOf = ({ combine, inverted }: EntryBlending): number =>
  (combine === 'inclusive' ? 2 : 0) + (inverted === true ? 1 : 0);

/** Raster masks are refined since 5.0 (blending of version 13). */
export const isRefined = (blend: EntryBlending): boolean =>
  isMasked(blend) && (blend.mask !== 'raster' || blend.version >= 13);

const NUMBERS = ['details', 'feathering_radius', 'blur_radius', 'mask_opacity', 'mask_contrast'] as const;

/** What controls of the mask change. `boost R` is the boost of a channel's two sides. */
export function maskPatch(changes: Changes, channels: readonly MaskChannel[]): BlendingPatch {
  const patch: BlendMaskShape & { inverted?: boolean } = {};
  for (const [field, value] of Object.entries(changes)) {
    const number = NUMBERS.find((each) => each === field);
    if (number) patch[number] = value;
    else if (field === 'feathering_guide') patch.feathering_guide = itemAt(FEATHERING_GUIDES, value);
    else if (field === 'combine') {
      patch.combine = (value & 2) !== 0 ? 'inclusive' : 'exclusive';
      patch.inverted = (value & 1) !== 0;
    } else if (field.startsWith('boost ')) {
      const own = channels.filter(({ channel }) => channel === field.slice('boost '.length));
      patch.channels = own.map((one) => ({ ...one, boost: value }));
    }
  }
  return patch;
}
