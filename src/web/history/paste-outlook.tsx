import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Failures } from './failures.tsx';
import { wouldPasteQuery } from './would-paste.ts';
import { t } from './words.ts';
import styles from './paste-dialog.module.css';

interface Props {
  copy: Parameters<typeof wouldPasteQuery>[0];
  to: readonly number[];
  labelOf: (operation: string) => string;
}

/** What a paste onto several pictures would do, told before it is done. */
export function PasteOutlook({ copy, to, labelOf }: Props) {
  const { data } = useQuery({ ...wouldPasteQuery(copy, to), placeholderData: keepPreviousData });
  if (!data) return null;
  const { changed, unchanged, failed, failures, withoutRawData } = data;
  const { count, operations } = withoutRawData;
  return (
    <div className={styles.outlook} role="status">
      <p>{t('wouldChange', { count: changed })}</p>
      {unchanged > 0 && <p>{t('wouldStay', { count: unchanged })}</p>}
      {count > 0 && <p>{t('noRawData', { count, modules: operations.map(labelOf).join(', ') })}</p>}
      {failed > 0 && <Failures count={failed} failures={failures} />}
    </div>
  );
}
