import { useState } from 'react';
import { Download, FileDown, ImageDown } from 'lucide-react';
import type { ImageRecord } from '../../contract/image-record.ts';
import { exportUrl, startExport, stopWaiting, useExport } from '../api/exports.ts';
import { previewUrl } from '../api/preview-url.ts';
import { useRendering } from '../api/rendering.ts';
import { useWhyNot } from '../api/rights.ts';
import { t } from '../i18n/words.ts';
import { WhoRenders } from '../rendering/who-renders.tsx';
import { ActionButton } from '../ui/action-button.tsx';
import { Popover } from '../ui/popover.tsx';
import { button } from '../ui/button.ts';
import { classes } from '../ui/classes.ts';
import controls from '../ui/controls.module.css';
import menu from '../ui/menu.module.css';
import motion from '../ui/motion.module.css';
import styles from './download-menu.module.css';

/** Saves the preview at once, or requests a full-size export, waits for it and saves it. */
export function DownloadMenu({ image }: { image: ImageRecord }) {
  const [open, setOpen] = useState(false);
  const isNobody = useRendering()?.is_rendering === false;
  const state = useExport(image.id);
  const noPreview = useWhyNot('previews:read');
  const noChange = useWhyNot('cache:refresh');
  const noExport = noChange ?? noPreview;
  const stem = image.filename.replace(/\.[^.]*$/, '');
  return (
    <Popover
      title={t('detail.download')}
      label={t('detail.download')}
      align="end"
      triggerClass={classes(button('quiet', 'icon'), state.is === 'waiting' && !isNobody && motion.breathes)}
      trigger={
        <>
          <Download size={18} aria-hidden />
          {state.is === 'ready' && <span className={styles.dot} />}
        </>
      }
      open={open}
      onOpenChange={setOpen}
    >
      <div className={styles.menu}>
        {noPreview === null && (
          <a className={menu.item} href={previewUrl(image, '5')} download={`${stem}-preview.jpg`}>
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
                  <a className={button('primary')} href={exportUrl(image.id)} download={`${stem}.jpg`}>
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
    </Popover>
  );
}
