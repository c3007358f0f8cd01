import { durationWords } from './duration-words.ts';
import type { Outlook } from './outlook.ts';
import { t } from '../words.ts';
import styles from './postponed.module.css';

/** What is told before edits are put on many pictures through an open darktable. */
export function SlowNote({ outlook: { seconds, refusedNow } }: { outlook: Outlook }) {
  return (
    <>
      <p className={styles.note}>
        {refusedNow === null ? (
          t('slowNow', { duration: durationWords(seconds ?? 0) })
        ) : (
          <>
            {t('refusedNow')} <span lang="en">{refusedNow}</span>
          </>
        )}
      </p>
      <p className={styles.note}>{t('quickThen')}</p>
    </>
  );
}
