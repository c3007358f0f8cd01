import { lazy, Suspense, useSyncExternalStore } from 'react';
import { useQuery } from '@tanstack/react-query';
import { PackageOpen } from 'lucide-react';
import { exportBatchesQuery } from '../api/export-batches.ts';
import { sessionQuery } from '../api/session.ts';
import { t } from '../i18n/words.ts';
import { Popover } from '../ui/popover.tsx';
import './exports-button.css';

const ExportsPanel = lazy(async () => ({ default: (await import('./exports-panel.tsx')).ExportsPanel }));

let isOpen = false;
const listeners = new Set<() => void>();

/** Shows the exports, from wherever they were asked for. */
export function showExports(open: boolean): void {
  isOpen = open;
  for (const listener of [...listeners]) listener();
}

const useIsOpen = () =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => isOpen,
  );

/** In the header, while there are exports that were asked for together: whether some wait, and what opens their list. */
export function ExportsButton() {
  const open = useIsOpen();
  const { data: session } = useQuery(sessionQuery);
  const may = session?.scopes.includes('previews:read') ?? false;
  const { data: batches = [] } = useQuery({ ...exportBatchesQuery, enabled: may });
  if (batches.length === 0) return null;
  const waiting = batches.reduce((sum, batch) => sum + batch.waiting, 0);
  return (
    <Popover
      title={t('exports.open')}
      label={waiting > 0 ? t('exports.openWaiting', { count: waiting }) : t('exports.open')}
      align="end"
      triggerClass={`button button-quiet button-icon exports-button ${waiting > 0 ? 'exports-waiting' : ''}`}
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
