import { lazy, Suspense, useState } from 'react';
import { Layers } from 'lucide-react';
import { t } from '../../i18n/words.ts';
import { button } from '../../ui/button.ts';
import { Popover } from '../../ui/popover.tsx';

const PicturesMenuItems = lazy(async () => ({
  default: (await import('./pictures-menu-items.tsx')).PicturesMenuItems,
}));

/** Versions, groups and removal of the chosen pictures. */
export function PicturesMenu() {
  const [open, setOpen] = useState(false);
  return (
    <Popover
      label={t('selection.pictures')}
      title={t('selection.pictures')}
      side="top"
      align="end"
      triggerClass={button('quiet', 'icon')}
      trigger={<Layers size={18} aria-hidden />}
      open={open}
      onOpenChange={setOpen}
    >
      <Suspense fallback={null}>
        <PicturesMenuItems onChosen={() => setOpen(false)} />
      </Suspense>
    </Popover>
  );
}
