import { FileDown, ImageDown } from 'lucide-react';
import type { ImageRecord } from '../../contract/image-record.ts';
import { type ExportState, exportUrl, startExport, stopWaiting } from '../api/exports.ts';
import { previewUrl } from '../api/preview-url.ts';
import { useRendering } from '../api/rendering.ts';
import { useWhyNot } from '../api/rights.ts';
import { t } from '../i18n/words.ts';
import { WhoRenders } from '../rendering/who-renders.tsx';
import { ActionButton } from '../ui/action-button.tsx';
import { button } from '../ui/button.ts';
import controls from '../ui/controls.module.css';
import menu from '../ui/menu.module.css';
import styles from './download-menu.module.css';
import { below } from '../base.ts';

/** The preview at once, or a full-size export, and how far that is. */
export function DownloadItems({ image, state }: { image: ImageRecord; state: ExportState }) {
  const isNobody = useRendering()?.is_rendering === false;
  const noPreview = useWhyNot('previews:read');
  const noChange = useWhyNot('cache:refresh');
  const noExport = noChange ?? noPreview;
  const stem = image.filename.replace(/\.[^.]*$/, '');
  return (
    <div className={styles.menu}>
      {noPreview === null && (
        <a className={menu.item} href={below(previewUrl(image, '5'))} download={`${stem}-preview.jpg`}>
          <ImageDown size={18} aria-hidden />
          <span>
            {t('detail.downloadPreview')}
            <small>{t('detail.downloadPreviewHow')}</small>
          </span>
        </a>
      )}
      {state.is === 'none' || state.is === 'failed' ? (
        <ActionButton className={menu.item} whyNot={noExport} onClick={() => void startExport(image.id)}>
          <FileDown size={18} aria-hidden />
          <span>
            {t('detail.exportFull')}
            <small>{noExport ?? t('detail.exportHow')}</small>
          </span>
        </ActionButton>
      ) : (
        <div className={styles.state} role="status">
          {state.is === 'waiting' ? (
            <>
              {!isNobody && <progress className={controls.progress} aria-label={t('detail.exportFull')} />}
              <p>
                {t('detail.exportWaiting')} <WhoRenders />
              </p>
              <button type="button" className={button()} onClick={() => stopWaiting(image.id)}>
                {t('detail.exportStop')}
              </button>
            </>
          ) : (
            <>
              <p>{t('detail.exportReady')}</p>
              <div className={styles.actions}>
                <a className={button('primary')} href={below(exportUrl(image.id))} download={`${stem}.jpg`}>
                  {t('detail.exportSave')}
                </a>
                <ActionButton className={button()} whyNot={noExport} onClick={() => void startExport(image.id)}>
                  {t('detail.exportAgain')}
                </ActionButton>
              </div>
            </>
          )}
        </div>
      )}
      {state.is === 'failed' && (
        <p className={styles.failure} role="alert">
          {state.reason}
        </p>
      )}
    </div>
  );
}
