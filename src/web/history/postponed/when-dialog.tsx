import { t as tPage } from '../../i18n/words.ts';
import { button } from '../../ui/button.ts';
import { Dialog } from '../../ui/dialog.tsx';
import type { WhenWish } from '../edit-wish.ts';
import { t } from '../words.ts';
import { putWords } from './put-words.ts';
import { SlowNote } from './slow-note.tsx';
import styles from './postponed.module.css';

/** Asks whether edits that an open darktable makes slow are put on pictures now, or when it is closed. */
export function WhenDialog({ wish, onClose }: { wish: WhenWish; onClose: () => void }) {
  const { change, count, outlook, onChoose } = wish;
  const choose = (when: Parameters<typeof onChoose>[0]) => {
    onClose();
    onChoose(when);
  };
  const isRefused = outlook.refusedNow !== null;
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('whenTitle', { count })}
      actions={
        <>
          <button type="button" className={button()} onClick={onClose}>
            {tPage('common.cancel')}
          </button>
          {!isRefused && (
            <button type="button" className={button()} onClick={() => choose('now')}>
              {t('now')}
            </button>
          )}
          <button type="button" className={button('primary')} onClick={() => choose('darktable_closed')}>
            {t('whenClosed')}
          </button>
        </>
      }
    >
      <p className={styles.what}>{putWords(change)}</p>
      <SlowNote outlook={outlook} />
    </Dialog>
  );
}
