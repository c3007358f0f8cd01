import type { LensfunLens } from '../../../../contract/lens-database.ts';
import type { ParamField } from '../../../../contract/modules.ts';
import type { PanelControl } from '../../../../contract/panel.ts';
import { storedAt } from '../../../../contract/stored-values.ts';
import { correctionsDone } from '../../../develop-panel/computed/lens-lists.ts';
import { t } from '../../../i18n/words.ts';
import row from '../controls/choice-row.module.css';

const LENSFUN = 1;

interface Props {
  lens: LensfunLens;
  controls: readonly PanelControl[];
  params: Record<string, unknown>;
  fields: readonly ParamField[];
  text: (english: string) => string;
}

/** Which of the corrections asked for the lens was measured for, in darktable's words. */
export function CorrectionsDone({ lens, controls, params, fields, text }: Props) {
  const stored = (field: string) => storedAt(params, fields, field);
  const flags = stored('modify_flags');
  const list = controls.find(({ field }) => field === 'modify_flags')?.options;
  if (flags === undefined || !list || stored('method') !== LENSFUN) return null;
  const done = correctionsDone(flags, lens);
  const words = list.find(({ value }) => value === done)?.label;
  return (
    words !== undefined && (
      <div className={row.row}>
        <span>{t('develop.correctionsDone')}</span>
        <output className={row.text}>{text(words)}</output>
      </div>
    )
  );
}
