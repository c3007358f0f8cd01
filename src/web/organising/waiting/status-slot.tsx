import { lazy, Suspense, useState } from 'react';
import { CloudOff, LoaderCircle, TriangleAlert } from 'lucide-react';
import { number, t } from '../../i18n/words.ts';
import { button } from '../../ui/button.ts';
import { classes } from '../../ui/classes.ts';
import { useConnectionLost } from '../../ui/connection-bar.tsx';
import { PostponedChip } from '../../history/postponed/postponed-chip.tsx';
import { NobodyRenders } from '../../rendering/nobody-renders.tsx';
import { useWaiting } from './waiting-state.ts';
import motion from '../../ui/motion.module.css';
import styles from './status-slot.module.css';

const UnsavedDialog = lazy(async () => ({ default: (await import('./unsaved-dialog.tsx')).UnsavedDialog }));

/** Says in one place whether decisions are being saved, wait for the service, or failed. */
export function StatusSlot() {
  const { waiting, problems } = useWaiting();
  const isLost = useConnectionLost();
  const [open, setOpen] = useState(false);
  const conflicts = problems.filter(({ state }) => state === 'conflict').length;
  const failed = problems.length - conflicts;
  const words = [
    failed > 0 && t('waiting.notSaved', { count: failed }),
    conflicts > 0 && t('waiting.conflicts', { count: conflicts }),
  ].filter((part) => part !== false);
  return (
    <div className={styles.slot}>
      <span role="status">
        {isLost ? (
          <span className={styles.words} title={t('waiting.offlineHow')}>
            <CloudOff size={16} aria-hidden />
            <span className={styles.long}>
              {waiting > 0 ? t('waiting.offline', { count: waiting }) : t('waiting.offlineNone')}
            </span>
            {waiting > 0 && (
              <span className={styles.short} aria-hidden>
                {number(waiting)}
              </span>
            )}
          </span>
        ) : (
          waiting > 0 && (
            <span className={classes(styles.words, styles.saving, motion.appears)}>
              <LoaderCircle size={16} aria-hidden />
              <span className={styles.long}>{t('waiting.saving')}</span>
            </span>
          )
        )}
      </span>
      <NobodyRenders />
      <PostponedChip />
      {problems.length > 0 && (
        <button
          type="button"
          className={classes(button('quiet'), styles.problems)}
          aria-label={words.join(', ')}
          aria-haspopup="dialog"
          onClick={() => setOpen(true)}
        >
          <TriangleAlert size={16} aria-hidden />
          <span className={styles.long}>{words.join(', ')}</span>
          <span className={styles.short} aria-hidden>
            {number(problems.length)}
          </span>
        </button>
      )}
      {open && (
        <Suspense fallback={null}>
          <UnsavedDialog problems={problems} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </div>
  );
}
