import { Failures } from './failures.tsx';
import type { Outlook } from './postponed/outlook.ts';
import { SlowNote } from './postponed/slow-note.tsx';
import type { WouldPaste } from './would-paste.ts';
import { t } from './words.ts';
import styles from './paste-dialog.module.css';

interface Props {
  would: WouldPaste;
  /** null: nothing speaks against doing it now. */
  outlook: Outlook | null;
  labelOf: (operation: string) => string;
}

/** What a paste would do, told before it is done. */
export function PasteOutlook({ would, outlook, labelOf }: Props) {
  const { changed, unchanged, failed, failures, withoutRawData } = would;
  const { count, operations } = withoutRawData;
  return (
    <div className={styles.outlook} role="status">
      <p>{t('wouldChange', { count: changed })}</p>
      {unchanged > 0 && <p>{t('wouldStay', { count: unchanged })}</p>}
      {count > 0 && <p>{t('noRawData', { count, modules: operations.map(labelOf).join(', ') })}</p>}
      {failed > 0 && <Failures count={failed} failures={failures} />}
      {outlook && <SlowNote outlook={outlook} />}
    </div>
  );
}
