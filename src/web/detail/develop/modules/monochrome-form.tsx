import { useMemo } from 'react';
import type { PanelControl } from '../../../../contract/panel.ts';
import { t } from '../../../i18n/words.ts';
import { LEAST_SIZE, MOST_SIZE, NO_FILTER } from '../monochrome/filter-spot.ts';
import { PanelForm, type PanelFormProps } from './panel-form.tsx';

/** Monochrome: the size of the filter is turned by the wheel, and a finger has none, so it has a slider too. */
export function MonochromeForm({ controls, ...form }: PanelFormProps) {
  const own = useMemo(
    () => controls.flatMap((control) => (control.kind === 'graph' ? [control, size()] : [control])),
    [controls],
  );
  return <PanelForm {...form} controls={own} />;
}

const size = (): PanelControl => ({
  kind: 'slider',
  label: t('develop.filterSize'),
  field: 'size',
  default: NO_FILTER.size,
  soft: [LEAST_SIZE, MOST_SIZE],
  hard: [LEAST_SIZE, MOST_SIZE],
  step: 0.1,
  digits: 2,
});
