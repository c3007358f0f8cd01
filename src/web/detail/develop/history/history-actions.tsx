import { useState } from 'react';
import type { ImageHistory } from '../../../api/history.ts';
import { t } from '../../../history/words.ts';
import { t as tPage } from '../../../i18n/words.ts';
import { ActionButton } from '../../../ui/action-button.tsx';
import { button } from '../../../ui/button.ts';
import { Dialog } from '../../../ui/dialog.tsx';
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
      <Dialog
        open={isAsking}
        onClose={() => setAsking(false)}
        title={t('discardTitle')}
        actions={
          <>
            <button type="button" className={button()} onClick={() => setAsking(false)}>
              {tPage('common.cancel')}
            </button>
            <button
              type="button"
              className={button('danger')}
              onClick={() => {
                setAsking(false);
                act({ is: 'discard' });
              }}
            >
              {t('discardDo')}
            </button>
          </>
        }
      >
        <p>{t('discardHow')}</p>
      </Dialog>
    </div>
  );
}
