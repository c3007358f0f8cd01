import { useState } from 'react';
import type { ImageHistory } from '../../../api/history.ts';
import { t } from '../../../history/words.ts';
import { ActionButton } from '../../../ui/action-button.tsx';
import { button } from '../../../ui/button.ts';
import { Confirm } from '../../../ui/confirm.tsx';
import type { ModuleContext } from '../modules/module-context.ts';
import { useHistoryAct } from './use-history-act.ts';
import styles from './history.module.css';

/** Compresses the history, or discards it once that is confirmed. */
export function HistoryActions({ history, context }: { history: ImageHistory; context: ModuleContext }) {
  const { end, steps } = history;
  const [isAsking, setAsking] = useState(false);
  const act = useHistoryAct(context);
  const none = steps.length === 0 ? t('nothingThere') : null;
  const whyNot = context.whyNot ?? none;
  return (
    <div className={styles.actions}>
      <ActionButton
        className={button('quiet')}
        whyNot={whyNot ?? (end < steps.length ? t('compressNot') : null)}
        onClick={() => act({ is: 'compress' })}
      >
        {t('compress')}
      </ActionButton>
      <ActionButton className={button('quiet')} whyNot={whyNot} onClick={() => setAsking(true)}>
        {t('discard')}
      </ActionButton>
      <Confirm
        open={isAsking}
        title={t('discardTitle')}
        words={t('discardHow')}
        action={t('discardDo')}
        onYes={() => {
          setAsking(false);
          act({ is: 'discard' });
        }}
        onClose={() => setAsking(false)}
      />
    </div>
  );
}
