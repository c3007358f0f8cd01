import type { ReactNode } from 'react';
import { useMutation } from '@tanstack/react-query';
import { noteRefusal } from '../../api/query-client.ts';
import { t } from '../../i18n/words.ts';
import { button } from '../../ui/button.ts';
import { Reason } from '../../ui/reason.tsx';
import styles from './tag-dialog.module.css';

export interface FormEnds {
  onDone: () => void;
  onClose: () => void;
}
interface Props extends FormEnds {
  /** The words on its button. */
  words: string;
  isDangerous?: boolean;
  isReady: boolean;
  onSubmit: () => Promise<void>;
  children: ReactNode;
}

/** The form of a tag's dialog, with its buttons and the reason of a refusal. */
export function TagForm({ words, isDangerous = false, isReady, onSubmit, onDone, onClose, children }: Props) {
  const { mutate, isPending, error, reset } = useMutation({
    mutationFn: onSubmit,
    networkMode: 'always',
    onSuccess: onDone,
    onError: noteRefusal,
  });
  const isOff = isPending || !isReady;
  return (
    <form
      className={styles.form}
      onChange={reset}
      onSubmit={(event) => {
        event.preventDefault();
        if (!isOff) mutate();
      }}
    >
      {children}
      <div className={styles.complaint} role="alert">
        {error !== null && <Reason error={error} />}
      </div>
      <div className={styles.actions}>
        <button type="button" className={button()} onClick={onClose}>
          {t('common.cancel')}
        </button>
        <button type="submit" className={button(isDangerous ? 'danger' : 'primary')} aria-disabled={isOff || undefined}>
          {words}
        </button>
      </div>
    </form>
  );
}
