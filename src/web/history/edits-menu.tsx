import { lazy, type ReactNode, Suspense, useState } from 'react';
import { ClipboardCopy } from 'lucide-react';
import { t } from '../i18n/words.ts';
import { button } from '../ui/button.ts';
import { classes } from '../ui/classes.ts';
import { Popover } from '../ui/popover.tsx';
import type { EditKeys } from './edit-keys.ts';

const EditsMenuItems = lazy(async () => ({ default: (await import('./edits-menu-items.tsx')).EditsMenuItems }));

interface Props extends EditKeys {
  side?: 'bottom' | 'top';
  /** Beside the icon. */
  words?: ReactNode;
  className?: string;
}

/** Copies and pastes edits, as darktable's keys do. */
export function EditsMenu({ side = 'bottom', words, className, ...keys }: Props) {
  const [open, setOpen] = useState(false);
  return (
    <Popover
      label={t('edits.menu')}
      title={t('edits.menu')}
      side={side}
      align="end"
      triggerClass={classes(button('quiet', 'icon'), className)}
      trigger={
        <>
          <ClipboardCopy size={18} aria-hidden />
          {words}
        </>
      }
      open={open}
      onOpenChange={setOpen}
    >
      <Suspense fallback={null}>
        <EditsMenuItems {...keys} onChosen={() => setOpen(false)} />
      </Suspense>
    </Popover>
  );
}
