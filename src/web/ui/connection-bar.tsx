import { useSyncExternalStore } from 'react';
import { Unplug } from 'lucide-react';
import { isConnectionLost, onConnectionChange } from '../api/connection.ts';
import { t } from '../i18n/words.ts';
import { classes } from './classes.ts';
import bar from './bar.module.css';
import styles from './connection-bar.module.css';

export const useConnectionLost = () => useSyncExternalStore(onConnectionChange, isConnectionLost);

/** Lies over what follows it, and pushes nothing. Stays in the page so that a screen reader announces its changes. */
export function ConnectionBar() {
  const lost = useConnectionLost();
  return (
    <div role="status" className={styles.place}>
      {lost && (
        <div className={classes(bar.bar, bar.danger, styles.bar)}>
          <Unplug size={18} aria-hidden />
          <p>{t('connection.lost')}</p>
        </div>
      )}
    </div>
  );
}
