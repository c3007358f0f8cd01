import { useQuery } from '@tanstack/react-query';
import { FolderDown, X } from 'lucide-react';
import type { ExportBatch } from '../../contract/export-batches.ts';
import { archiveSizeQuery, archiveUrl, forgetExports } from '../api/export-batches.ts';
import { exportUrl } from '../api/exports.ts';
import { useRendering } from '../api/rendering.ts';
import { reasonOf } from '../api/reason.ts';
import { dateTime, number } from '../i18n/words.ts';
import { say } from '../ui/toasts.tsx';
import { t } from './words.ts';
import { button } from '../ui/button.ts';
import controls from '../ui/controls.module.css';
import styles from './exports.module.css';
import { below } from '../base.ts';

const FAILURES_SHOWN = 3;

/**
 * One request for exports: its progress, failures with reasons, and the pictures to save. Without a valid pattern there
 * is no archive.
 */
export function BatchItem({ batch, pattern }: { batch: ExportBatch; pattern: string | null }) {
  const { recipe, problem, total, done, waiting, failed, failures } = batch;
  const isRendering = useRendering()?.is_rendering;
  const { data: bytes } = useQuery(archiveSizeQuery(batch));
  const [only] = total === 1 && recipe === null ? batch.image_ids : [];
  const names = recipe === null ? pattern : batch.pattern;
  const link = only !== undefined ? exportUrl(only) : names !== null && archiveUrl(batch, names);
  const parts = [
    done === total ? t('allDone') : t('progress', { done: number(done), total: number(total) }),
    waiting > 0 && t('waiting', { count: waiting }),
    failed > 0 && t('failed', { count: failed }),
  ].filter((part) => part !== false);
  return (
    <li className={styles.batch}>
      <div className={styles.batchHead}>
        <strong>{t('pictures', { count: total })}</strong>
        <time dateTime={new Date(batch.requested_at).toISOString()}>{dateTime(batch.requested_at)}</time>
        <button
          type="button"
          className={button('quiet', 'icon')}
          aria-label={t('forget')}
          title={t('forget')}
          onClick={() => {
            forgetExports(batch).catch((error: unknown) => say({ title: reasonOf(error), isFailure: true }));
          }}
        >
          <X size={16} aria-hidden />
        </button>
      </div>
      {waiting > 0 && (recipe !== null || isRendering) && (
        <progress className={controls.progress} value={done + failed} max={total} aria-label={t('title')} />
      )}
      <p className={styles.state}>{[...(recipe === null ? [] : [recipe]), ...parts].join(' · ')}</p>
      {problem !== null && <p lang="en">{t('problem', { reason: problem })}</p>}
      {failures.length > 0 && (
        <ul className={styles.failures}>
          {failures.slice(0, FAILURES_SHOWN).map(({ image_id: id, filename, reason }) => (
            <li key={id}>
              <strong>{filename ?? id}</strong>: {reason}
            </li>
          ))}
          {failed > FAILURES_SHOWN && <li>{t('failureMore', { count: failed - FAILURES_SHOWN })}</li>}
        </ul>
      )}
      {done > 0 && link !== false && (
        <a className={button(waiting === 0 && 'primary')} href={below(link)} download>
          <FolderDown size={16} aria-hidden />
          {only !== undefined ? t('savePicture') : done < total ? t('saveSome', { done: number(done) }) : t('save')}
          {bytes !== undefined && <small>{sizeOf(bytes)}</small>}
        </a>
      )}
    </li>
  );
}

function sizeOf(bytes: number): string {
  const [value, unit] =
    bytes >= 1e9 ? [bytes / 1e9, 'gigabyte'] : bytes >= 1e6 ? [bytes / 1e6, 'megabyte'] : [bytes / 1e3, 'kilobyte'];
  return number(value, { style: 'unit', unit, maximumSignificantDigits: value >= 100 ? 3 : 2 });
}
