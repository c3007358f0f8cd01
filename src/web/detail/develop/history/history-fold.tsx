import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { historyQuery } from '../../../api/history.ts';
import type { ModuleEntry } from '../../../api/modules.ts';
import { t } from '../../../history/words.ts';
import { number } from '../../../i18n/words.ts';
import { classes } from '../../../ui/classes.ts';
import type { ModuleContext } from '../modules/module-context.ts';
import { HistoryActions } from './history-actions.tsx';
import { HistoryList } from './history-list.tsx';
import fold from '../../../ui/fold.module.css';
import styles from './history.module.css';

const KEY = 'develop-history';

interface Props {
  id: number;
  modules: readonly ModuleEntry[];
  context: ModuleContext;
}

/** darktable's history: every step, and what can be done with all of them. Whether it is open is remembered. */
export function HistoryFold({ id, modules, context }: Props) {
  const [isOpen, setOpen] = useState(() => localStorage.getItem(KEY) === 'open');
  const { data: history, isError } = useQuery(historyQuery(id));
  const count = history?.steps.length ?? 0;
  const isAtEnd = history?.end === count;
  return (
    <details
      className={classes(fold.fold, styles.history)}
      open={isOpen}
      onToggle={({ currentTarget }) => {
        setOpen(currentTarget.open);
        localStorage.setItem(KEY, currentTarget.open ? 'open' : 'closed');
      }}
    >
      <summary>
        {t('title')}
        {history && (
          <span className={styles.count}>
            {isAtEnd ? t('atEnd', { count }) : t('at', { at: number(history.end), of: number(count) })}
          </span>
        )}
      </summary>
      {isOpen && history && (
        <div className={styles.inside}>
          <HistoryList history={history} modules={modules} context={context} />
          <HistoryActions history={history} context={context} />
        </div>
      )}
      {isOpen && !history && <p className={styles.note}>{t(isError ? 'cannotRead' : 'reading')}</p>}
    </details>
  );
}
