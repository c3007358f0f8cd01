import { useMemo } from 'react';
import { useQuery } from '@tanstack/react-query';
import { storedAt } from '../../../../contract/stored-values.ts';
import { lensesQuery, type ModuleEntry } from '../../../api/modules.ts';
import { withLensLists } from '../../../develop-panel/computed/lens-lists.ts';
import { number } from '../../../i18n/words.ts';
import { CorrectionsDone } from '../lens/corrections-done.tsx';
import { lensNow } from '../lens/lens-now.ts';
import { LensRow } from './lens-row.tsx';
import { PanelForm, type PanelFormProps } from './panel-form.tsx';

/** Lens correction: its lists are those of the lens. */
export function LensForm({ module, controls, ...form }: Omit<PanelFormProps, 'facts'> & { module: ModuleEntry }) {
  const { params, fields } = form;
  const { data } = useQuery(lensesQuery(textIn(params, 'camera')));
  const lens = lensNow(data?.lenses ?? [], textIn(params, 'lens'));
  const isKnown = data !== undefined && data.why_none === undefined;
  const own = useMemo(
    () =>
      isKnown
        ? withLensLists(
            controls,
            lens,
            (field) => storedAt(params, fields, field),
            (value) => number(value, { useGrouping: false }),
          )
        : controls,
    [isKnown, controls, lens, params, fields],
  );
  return (
    <>
      <PanelForm {...form} controls={own} />
      {data?.why_none !== undefined && <LensRow module={module} />}
      {lens && <CorrectionsDone lens={lens} {...{ controls, params, fields }} text={form.text} />}
    </>
  );
}

const textIn = (params: Record<string, unknown>, field: string) => {
  const stored = params[field];
  return typeof stored === 'string' ? stored : '';
};
