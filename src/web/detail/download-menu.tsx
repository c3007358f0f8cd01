import { Suspense, useState } from 'react';
import { Download } from 'lucide-react';
import type { ImageRecord } from '../../contract/image-record.ts';
import { useExport } from '../api/exports.ts';
import { useRendering } from '../api/rendering.ts';
import { t } from '../i18n/words.ts';
import { latePanel } from '../ui/late-part.tsx';
import { Popover } from '../ui/popover.tsx';
import { button } from '../ui/button.ts';
import { classes } from '../ui/classes.ts';
import motion from '../ui/motion.module.css';
import styles from './download-menu.module.css';

const DownloadItems = latePanel(async () => (await import('./download-items.tsx')).DownloadItems);

/** Saves the preview at once, or requests a full-size export, waits for it and saves it. */
export function DownloadMenu({ image }: { image: ImageRecord }) {
  const [open, setOpen] = useState(false);
  const isNobody = useRendering()?.is_rendering === false;
  const state = useExport(image.id);
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
      <Suspense fallback={null}>
        <DownloadItems image={image} state={state} />
      </Suspense>
    </Popover>
  );
}
