import { lazy, Suspense, useState } from 'react';
import { Hourglass, TriangleAlert } from 'lucide-react';
import { number, t } from '../../i18n/words.ts';
import { button } from '../../ui/button.ts';
import { classes } from '../../ui/classes.ts';
import type { Props } from './postponed-dialog.tsx';
import slot from '../../organising/waiting/status-slot.module.css';
import styles from './postponed.module.css';

const PostponedDialog = lazy(async () => ({ default: (await import('./postponed-dialog.tsx')).PostponedDialog }));

/** In a few words; a click says what exactly. */
export function PostponedButton({ items, rejects }: Omit<Props, 'onClose'>) {
  const [open, setOpen] = useState(false);
  const waiting = items.filter(({ state }) => state !== 'ended').length;
  const failed = items.reduce((sum, { result }) => sum + (result?.failed ?? 0), 0);
  const all = [
    waiting > 0 && t('waiting.postponed', { count: waiting }),
    waiting === 0 && failed > 0 && t('waiting.postponedFailed', { count: failed }),
    rejects !== null && t('waiting.rejects', { count: rejects.images }),
  ].filter((part) => part !== false);
  const words = all.join(', ');
  const isFailure = waiting === 0 && failed > 0;
  const Icon = isFailure ? TriangleAlert : Hourglass;
  return (
    <>
      {all.length > 0 && (
        <button
          type="button"
          className={classes(button('quiet'), isFailure ? slot.problems : styles.chip)}
          title={words}
          aria-label={words}
          aria-haspopup="dialog"
          onClick={() => setOpen(true)}
        >
          <Icon size={16} aria-hidden />
          <span className={slot.long}>{words}</span>
          <span className={slot.short} aria-hidden>
            {number((isFailure ? failed : waiting) + (rejects?.images ?? 0))}
          </span>
        </button>
      )}
      {open && (
        <Suspense fallback={null}>
          <PostponedDialog items={items} rejects={rejects} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
