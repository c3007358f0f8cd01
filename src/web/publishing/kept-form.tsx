import { type ReactNode, type SubmitEvent, useState } from 'react';
import { useMutation } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { button } from '../ui/button.ts';
import { Confirm } from '../ui/confirm.tsx';
import form from '../ui/form.module.css';
import { Reason } from '../ui/reason.tsx';
import text from '../ui/text.module.css';
import { TextField } from '../ui/text-field.tsx';
import { t } from './words.ts';

interface Props {
  name: string;
  onName: (name: string) => void;
  /** What else it needs is there. */
  isComplete?: boolean;
  keep: () => Promise<unknown>;
  /** null: it is new. */
  removal: { title: string; remove: () => Promise<unknown> } | null;
  onDone: () => void;
  children: ReactNode;
}

/** What is kept under a name, and can be deleted. */
export function KeptForm({ name, onName, isComplete = true, keep, removal, onDone, children }: Props) {
  const [isLeaving, setLeaving] = useState(false);
  const keeping = useMutation({ mutationFn: keep, networkMode: 'always', onSuccess: onDone });
  const removing = useMutation({
    mutationFn: () => removal?.remove() ?? Promise.resolve(),
    networkMode: 'always',
    onSuccess: onDone,
  });
  const isReady = isComplete && name.trim() !== '';
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isReady) keeping.mutate();
  };
  return (
    <form className={form.form} onSubmit={submit}>
      <TextField label={t('name')} value={name} most={100} onChange={onName} />
      {children}
      <p className={text.complaint} role="alert">
        {keeping.error && <Reason error={keeping.error} />}
      </p>
      <div className={form.actions}>
        {removal && (
          <button type="button" className={button('danger')} onClick={() => setLeaving(true)}>
            <Trash2 size={16} aria-hidden />
            {t('delete')}
          </button>
        )}
        <button type="submit" className={button('primary')} disabled={!isReady || keeping.isPending}>
          {t('save')}
        </button>
      </div>
      {removal && (
        <Confirm
          open={isLeaving}
          title={removal.title}
          words={t('deleteHow')}
          action={t('delete')}
          busy={removing.isPending}
          complaint={removing.error && <Reason error={removing.error} />}
          onYes={() => removing.mutate()}
          onClose={() => setLeaving(false)}
        />
      )}
    </form>
  );
}
