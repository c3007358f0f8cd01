import { number } from '../../../i18n/words.ts';
import { t } from '../../../history/words.ts';
import type { HistoryEdit } from '../visit-steps.ts';

/** What a change of the whole history was: "History compressed". */
export function historyWords({ act, label }: Pick<HistoryEdit, 'act' | 'label'>): string {
  switch (act.is) {
    case 'end':
      return act.end === 0 ? t('wentOriginal') : t('went', { step: number(act.end) });
    case 'compress':
      return t('compressed');
    case 'discard':
      return t('discarded');
    case 'remove':
      return t('removed', { module: label ?? act.operation });
    case 'mask':
      return t('masked', { module: label ?? act.operation });
    case 'add':
      return t('added', { module: label ?? act.operation });
    case 'instance':
      return t(act.from === undefined ? 'instanceAdded' : 'duplicated', { module: label ?? act.operation });
    case 'move':
      return t('after' in act ? 'movedUp' : 'movedDown', { module: label ?? act.operation });
    case 'convert':
      return t('converted', { module: label ?? act.operation });
    case 'preset':
      return t('presetApplied', { module: label ?? act.operation, preset: act.label });
  }
}
