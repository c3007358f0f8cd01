import { number } from '../i18n/words.ts';
import { Failures } from './failures.tsx';
import type { Outlook } from './postponed/outlook.ts';
import { SlowNote } from './postponed/slow-note.tsx';
import type { WouldPaste } from './would-paste.ts';
import { t } from './words.ts';
import controls from '../ui/controls.module.css';
import styles from './paste-dialog.module.css';

interface Props {
  would: WouldPaste;
  /** null: nothing speaks against doing it now. */
  outlook: Outlook | null;
  labelOf: (operation: string) => string;
}

/** What a paste would do, told before it is done. */
export function PasteOutlook({ would, outlook, labelOf }: Props) {
  const { looked, changed, unchanged, failed, failures, withoutRawData } = would;
  const isLooking = looked.done < looked.of;
  const { count, operations } = withoutRawData;
  return (
    <div className={styles.outlook} role="status" aria-busy={isLooking}>
      {isLooking && (
        <p>
          {t('lookedAt', { count: looked.of, done: number(looked.done) })}
          <progress className={controls.progress} value={looked.done} max={looked.of} aria-hidden />
        </p>
      )}
      <p>{t('wouldChange', { count: changed })}</p>
      {unchanged > 0 && <p>{t('wouldStay', { count: unchanged })}</p>}
      {count > 0 && <p>{t('noRawData', { count, modules: operations.map(labelOf).join(', ') })}</p>}
      {failed > 0 && <Failures count={failed} failures={failures} />}
      {outlook && <SlowNote outlook={outlook} />}
    </div>
  );
}
