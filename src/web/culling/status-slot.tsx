import { lazy, Suspense, useEffect, useState } from 'react';
import { Check, CloudOff, LoaderCircle, Lock, type LucideIcon, TriangleAlert } from 'lucide-react';
import { number, t as page } from '../i18n/words.ts';
import { useWaiting } from '../organising/waiting/waiting-state.ts';
import { useConnectionLost } from '../ui/connection-bar.tsx';
import { t } from './words.ts';
import styles from './culling-bar.module.css';

const UnsavedDialog = lazy(async () => ({
  default: (await import('../organising/waiting/unsaved-dialog.tsx')).UnsavedDialog,
}));

/** Faster saving is not mentioned. */
const SLOW_MS = 400;

interface State {
  icon: LucideIcon;
  words: string;
  /** Shown when it is pressed. */
  how?: string;
  count?: number;
}

/** Says in one fixed place whether decisions are saved. */
export function StatusSlot({ whyNot, onSay }: { whyNot: string | null; onSay: (words: string) => void }) {
  const { waiting, problems } = useWaiting();
  const isLost = useConnectionLost();
  const [isSlow, setIsSlow] = useState(false);
  const [wasUsed, setWasUsed] = useState(false);
  const [open, setOpen] = useState(false);
  const isWaiting = waiting > 0;
  useEffect(() => {
    setIsSlow(false);
    if (!isWaiting) return;
    setWasUsed(true);
    const timer = setTimeout(() => setIsSlow(true), SLOW_MS);
    return () => clearTimeout(timer);
  }, [isWaiting]);

  const state = ((): State | null => {
    if (problems.length > 0)
      return {
        icon: TriangleAlert,
        words: page('waiting.notSaved', { count: problems.length }),
        count: problems.length,
      };
    if (isLost)
      return {
        icon: CloudOff,
        words: isWaiting ? page('waiting.offline', { count: waiting }) : page('waiting.offlineNone'),
        how: page('waiting.offlineHow'),
        count: waiting,
      };
    if (whyNot !== null) return { icon: Lock, words: t('readOnly'), how: whyNot };
    if (isWaiting && isSlow)
      return { icon: LoaderCircle, words: t('saving', { number: number(waiting) }), count: waiting };
    return wasUsed ? { icon: Check, words: t('saved') } : null;
  })();
  const Icon = state?.icon;
  const content = state && Icon && (
    <>
      <Icon size={16} aria-hidden />
      <span className={styles.words}>{state.words}</span>
      {state.count !== undefined && state.count > 0 && (
        <span className={styles.number} aria-hidden>
          {number(state.count)}
        </span>
      )}
    </>
  );
  const how = state?.how;
  const press = problems.length > 0 ? () => setOpen(true) : how === undefined ? null : () => onSay(how);
  return (
    <div className={styles.status} role="status">
      {press ? (
        <button
          type="button"
          className={styles.state}
          title={state?.how}
          aria-haspopup={problems.length > 0 ? 'dialog' : undefined}
          onClick={press}
        >
          {content}
        </button>
      ) : (
        <span className={styles.state}>{content}</span>
      )}
      {open && (
        <Suspense fallback={null}>
          <UnsavedDialog problems={problems} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </div>
  );
}
