import { lazy, Suspense } from 'react';
import { useQuery } from '@tanstack/react-query';
import { PackageOpen } from 'lucide-react';
import { exportBatchesQuery } from '../api/export-batches.ts';
import { useRendering } from '../api/rendering.ts';
import { sessionQuery } from '../api/session.ts';
import { t } from '../i18n/words.ts';
import { Store, useStore } from '../stores/store.ts';
import { Popover } from '../ui/popover.tsx';
import { button } from '../ui/button.ts';
import { classes } from '../ui/classes.ts';
import motion from '../ui/motion.module.css';
import styles from './exports-button.module.css';

const ExportsPanel = lazy(async () => ({ default: (await import('./exports-panel.tsx')).ExportsPanel }));

const isOpen = new Store(false);

/** Opens or closes the list of exports from anywhere. */
export const showExports = (open: boolean): void => isOpen.set(open);

export function useExportBatches() {
  const { data: session } = useQuery(sessionQuery);
  const may = session?.scopes.includes('previews:read') ?? false;
  const { data: batches = [] } = useQuery({ ...exportBatchesQuery, enabled: may });
  return batches;
}

/** In the header, while there are batches of exports: shows whether some are waiting, and opens their list. */
export function ExportsButton() {
  const open = useStore(isOpen);
  const isRendering = useRendering()?.is_rendering;
  const batches = useExportBatches();
  if (batches.length === 0) return null;
  const waiting = batches.reduce((sum, batch) => sum + batch.waiting, 0);
  return (
    <Popover
      title={t('exports.open')}
      label={waiting > 0 ? t('exports.openWaiting', { count: waiting }) : t('exports.open')}
      align="end"
      triggerClass={classes(button('quiet', 'icon'), styles.button, waiting > 0 && isRendering && motion.breathes)}
      trigger={<PackageOpen size={20} aria-hidden />}
      open={open}
      onOpenChange={showExports}
    >
      <Suspense fallback={null}>
        <ExportsPanel batches={batches} />
      </Suspense>
    </Popover>
  );
}
