import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Download, FileDown, ImageDown } from 'lucide-react';
import type { ImageRecord } from '../../contract/image-record.ts';
import { exportUrl, startExport, stopWaiting, useExport } from '../api/exports.ts';
import { previewUrl } from '../api/preview-url.ts';
import { sessionQuery } from '../api/session.ts';
import { t } from '../i18n/words.ts';
import { Popover } from '../ui/popover.tsx';
import './download-menu.css';

/** The preview at once, or a full-size export: asked for, waited for, saved. */
export function DownloadMenu({ image }: { image: ImageRecord }) {
  const [open, setOpen] = useState(false);
  const session = useQuery(sessionQuery);
  const state = useExport(image.id);
  const may = session.data?.scopes.includes('cache:refresh') ?? false;
  const stem = image.filename.replace(/\.[^.]*$/, '');
  return (
    <Popover
      title={t('detail.download')}
      label={t('detail.download')}
      align="end"
      triggerClass={`button button-quiet button-icon ${state.is === 'waiting' ? 'download-waiting' : ''}`}
      trigger={
        <>
          <Download size={18} aria-hidden />
          {state.is === 'ready' && <span className="download-dot" />}
        </>
      }
      open={open}
      onOpenChange={setOpen}
    >
      <div className="download-menu">
        <a className="menu-item" href={previewUrl(image, '5')} download={`${stem}-preview.jpg`}>
          <ImageDown size={18} aria-hidden />
          <span>
            {t('detail.downloadPreview')}
            <small>{t('detail.downloadPreviewHow')}</small>
          </span>
        </a>
        {state.is === 'none' || state.is === 'failed' ? (
          <button type="button" className="menu-item" disabled={!may} onClick={() => void startExport(image.id)}>
            <FileDown size={18} aria-hidden />
            <span>
              {t('detail.exportFull')}
              <small>{may ? t('detail.exportHow') : t('selection.noRight')}</small>
            </span>
          </button>
        ) : (
          <div className="download-state" role="status">
            {state.is === 'waiting' ? (
              <>
                <progress className="progress" aria-label={t('detail.exportFull')} />
                <p>{t('detail.exportWaiting')}</p>
                <button type="button" className="button" onClick={() => stopWaiting(image.id)}>
                  {t('detail.exportStop')}
                </button>
              </>
            ) : (
              <>
                <p>{t('detail.exportReady')}</p>
                <div className="download-actions">
                  <a className="button button-primary" href={exportUrl(image.id)} download={`${stem}.jpg`}>
                    {t('detail.exportSave')}
                  </a>
                  <button type="button" className="button" onClick={() => void startExport(image.id)}>
                    {t('detail.exportAgain')}
                  </button>
                </div>
              </>
            )}
          </div>
        )}
        {state.is === 'failed' && (
          <p className="download-failure" role="alert">
            {state.reason}
          </p>
        )}
      </div>
    </Popover>
  );
}
