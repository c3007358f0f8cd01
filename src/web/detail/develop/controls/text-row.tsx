import { t } from '../../../i18n/words.ts';
import styles from './choice-row.module.css';

/** Something that is chosen in darktable from what the computer has: a lens, a camera, a file. */
export function TextRow({ label, stored }: { label: string; stored: string }) {
  return (
    <div className={styles.row} title={t('develop.onlyInDarktable')}>
      <span>{label}</span>
      <output className={styles.text}>{stored === '' ? '–' : stored}</output>
    </div>
  );
}
