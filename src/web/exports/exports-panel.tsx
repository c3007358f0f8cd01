import type { ExportBatch } from '../../contract/export-batches.ts';
import { isPattern } from '../../contract/archive-names.ts';
import { useRendering } from '../api/rendering.ts';
import { WhoRenders } from '../rendering/who-renders.tsx';
import { useArchivePattern } from './archive-pattern.ts';
import { BatchItem } from './batch-item.tsx';
import { NameChoice } from './name-choice.tsx';
import { t } from './words.ts';
import styles from './exports.module.css';

/** The batches of exports, newest first, and how their pictures are named when saved. */
export function ExportsPanel({ batches }: { batches: readonly ExportBatch[] }) {
  const pattern = useArchivePattern();
  const isNobody = useRendering()?.is_rendering === false;
  return (
    <div className={styles.exports}>
      <h2>{t('title')}</h2>
      {isNobody && batches.some(({ waiting, recipe }) => waiting > 0 && recipe === null) && (
        <p>
          <WhoRenders />
        </p>
      )}
      {batches.some(({ total, recipe }) => total > 1 && recipe === null) && <NameChoice />}
      <ul className={styles.list}>
        {batches.map((batch) => (
          <BatchItem key={batch.id} batch={batch} pattern={isPattern(pattern) ? pattern : null} />
        ))}
      </ul>
    </div>
  );
}
