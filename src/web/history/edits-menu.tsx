import { lazy, Suspense, useState } from 'react';
import { ClipboardCopy } from 'lucide-react';
import { t } from '../i18n/words.ts';
import { button } from '../ui/button.ts';
import { Popover } from '../ui/popover.tsx';
import type { EditKeys } from './edit-keys.ts';

const EditsMenuItems = lazy(async () => ({ default: (await import('./edits-menu-items.tsx')).EditsMenuItems }));

/** Copies and pastes edits, as darktable's keys do. */
export function EditsMenu({ side = 'bottom', ...keys }: EditKeys & { side?: 'bottom' | 'top' }) {
  const [open, setOpen] = useState(false);
  return (
    <Popover
      label={t('edits.menu')}
      title={t('edits.menu')}
      side={side}
      align="end"
      triggerClass={button('quiet', 'icon')}
      trigger={<ClipboardCopy size={18} aria-hidden />}
      open={open}
      onOpenChange={setOpen}
    >
      <Suspense fallback={null}>
        <EditsMenuItems {...keys} onChosen={() => setOpen(false)} />
      </Suspense>
    </Popover>
  );
}
