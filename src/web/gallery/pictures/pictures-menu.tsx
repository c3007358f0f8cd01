import { lazy, type ReactNode, Suspense, useState } from 'react';
import { Layers } from 'lucide-react';
import { t } from '../selection-words.ts';
import { Popover } from '../../ui/popover.tsx';

const PicturesMenuItems = lazy(async () => ({
  default: (await import('./pictures-menu-items.tsx')).PicturesMenuItems,
}));

/** Versions, groups and removal of the chosen pictures. */
export function PicturesMenu({ words, className }: { words: ReactNode; className: string }) {
  const [open, setOpen] = useState(false);
  return (
    <Popover
      label={t('pictures')}
      title={t('pictures')}
      side="top"
      align="end"
      triggerClass={className}
      trigger={
        <>
          <Layers size={18} aria-hidden />
          {words}
        </>
      }
      open={open}
      onOpenChange={setOpen}
    >
      <Suspense fallback={null}>
        <PicturesMenuItems onChosen={() => setOpen(false)} />
      </Suspense>
    </Popover>
  );
}
