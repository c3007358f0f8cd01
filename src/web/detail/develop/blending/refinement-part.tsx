import { FEATHERING_GUIDES } from '../../../../contract/blend-mask-fields.ts';
import type { EntryBlending } from '../../../../contract/blending.ts';
import type { PanelControl } from '../../../../contract/panel.ts';
import { t } from '../../../i18n/words.ts';
import { ChoiceRow } from '../controls/choice-row.tsx';
import { SliderRow } from '../controls/slider-row.tsx';
import type { ReactNode } from 'react';
import parts from '../controls/parts-view.module.css';
import styles from './blending.module.css';

type Named = PanelControl & { field: string };

/** The same in 4.2.1 and 5.4.1. */
const percent = (field: string, label: string): Named => ({
  kind: 'slider',
  field,
  label,
  soft: [-1, 1],
  hard: [-1, 1],
  default: 0,
  digits: 0,
  step: 0.01,
  factor: 100,
  unit: '%',
  signed: true,
});
const pixels = (field: string, label: string, most: number): Named => ({
  kind: 'slider',
  field,
  label,
  soft: [0, most],
  hard: [0, most],
  default: 0,
  digits: 1,
  step: 1,
  unit: ' px',
});
const DETAILS = percent('details', 'details threshold');
const GUIDE: PanelControl = {
  kind: 'combobox',
  field: 'feathering_guide',
  label: 'feathering guide',
  options: FEATHERING_GUIDES.map((guide, value) => ({ label: guide.replaceAll('_', ' '), value })),
};
const SLIDERS = [
  pixels('feathering_radius', 'feathering radius', 250),
  pixels('blur_radius', 'blurring radius', 100),
  percent('mask_opacity', 'mask opacity'),
  percent('mask_contrast', 'mask contrast'),
] as const;

/** darktable's "mask refinement". `tools`: the buttons beside its heading. */
export function RefinementPart({
  blend,
  text,
  tools,
}: {
  blend: EntryBlending;
  text: (english: string) => string;
  tools: ReactNode;
}) {
  const part = { fold: t('develop.blending') };
  const bound = (field: string, value: number) => ({ value, changesTo: (to: number) => ({ [field]: to }) });
  const slider = (control: Named) => {
    const value = blend[control.field as keyof EntryBlending];
    if (typeof value !== 'number') return null;
    return (
      <SliderRow
        key={control.field}
        control={{ ...control, ...part }}
        bound={bound(control.field, value)}
        isOff={false}
      />
    );
  };
  return (
    <section>
      <div className={`${parts.section} ${styles.heading}`}>
        <h2>{text('mask refinement')}</h2>
        {tools}
      </div>
      {blend.space !== 'raw' && slider(DETAILS)}
      {blend.feathering_guide !== undefined && (
        <ChoiceRow
          control={{ ...GUIDE, ...part }}
          bound={bound('feathering_guide', FEATHERING_GUIDES.indexOf(blend.feathering_guide))}
          isOff={false}
        />
      )}
      {SLIDERS.map(slider)}
    </section>
  );
}
