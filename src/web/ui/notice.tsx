import type { ReactNode } from 'react';
import { t } from '../i18n/words.ts';
import { classes } from './classes.ts';
import motion from './motion.module.css';
import styles from './notice.module.css';

/** A message that fills the page: what is wrong, and what can be done. */
export function Notice({ mark, title, children }: { mark?: ReactNode; title: string; children?: ReactNode }) {
  return (
    <div className={styles.notice}>
      {mark !== undefined && <div className={styles.mark}>{mark}</div>}
      <h1>{title}</h1>
      {children}
    </div>
  );
}

export function Waiting() {
  return (
    <div className={classes(styles.waiting, motion.appears)} role="status">
      {t('common.loading')}
    </div>
  );
}
