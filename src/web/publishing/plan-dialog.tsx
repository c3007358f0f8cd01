import { useState } from 'react';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { Publication, StepKind, Yes } from '../../contract/publications.ts';
import { addToPublication, planQuery, runPublication } from '../api/publications.ts';
import { useWhyNot } from '../api/rights.ts';
import { number } from '../i18n/words.ts';
import { classes } from '../ui/classes.ts';
import { Dialog } from '../ui/dialog.tsx';
import { DialogButtons } from '../ui/dialog-buttons.tsx';
import form from '../ui/form.module.css';
import { Reason } from '../ui/reason.tsx';
import text from '../ui/text.module.css';
import styles from './publishing.module.css';
import { t } from './words.ts';

const NONE: readonly number[] = [];

interface Props {
  publication: Publication;
  /** What is not in it yet, and comes into it with the run. */
  add?: readonly number[];
  onClose: () => void;
}

/** What a run would do, and what it does only after a yes. */
export function PlanDialog({ publication, add = NONE, onClose }: Props) {
  const { id, name } = publication;
  const { data: plan, error } = useQuery(planQuery(id, add));
  const whyNot = useWhyNot('admin');
  const mayNotAdd = add.length > 0 ? whyNot : null;
  const [yes, setYes] = useState<readonly Yes[]>([]);
  const run = useMutation({
    mutationFn: async (planId: string) => {
      if (add.length > 0) await addToPublication(id, add);
      await runPublication(id, { plan: planId, yes: [...yes] });
    },
    networkMode: 'always',
    onSuccess: onClose,
  });
  const counted = Object.entries(plan?.counts ?? {}).filter(([, count]) => count > 0) as [StepKind, number][];
  const hasWork = counted.some(([kind]) => kind !== 'unchanged');
  // A problem is in the way unless it is one that a yes mends.
  const isPossible = plan !== undefined && (plan.problem === null ? hasWork : yes.includes('other-destination'));
  return (
    <Dialog
      open
      onClose={onClose}
      title={t('planTitle', { name })}
      actions={
        <DialogButtons
          action={t('start')}
          isOff={!isPossible || run.isPending}
          whyNot={mayNotAdd}
          onAction={() => plan && run.mutate(plan.id)}
          onClose={onClose}
        />
      }
    >
      <div className={form.form} role="status">
        {add.length > 0 && <p>{mayNotAdd ?? t('adds', { count: add.length })}</p>}
        {!plan && !error && <p className={text.muted}>{t('looking')}</p>}
        {plan?.problem === null && !hasWork && <p>{t('nothing')}</p>}
        <ul className={styles.counts}>
          {counted.map(([kind, count]) => (
            <li key={kind}>
              <b>{number(count)}</b> {t(`kinds.${kind}`)}
            </li>
          ))}
        </ul>
        {plan?.problem != null && <p className={text.complaint}>{plan.problem}</p>}
      </div>
      {plan && plan.needs.length > 0 && (
        <div className={classes(form.choices, styles.yes)}>
          {plan.needs.map((need) => (
            <label key={need} className={form.choice}>
              <input
                type="checkbox"
                name={need}
                checked={yes.includes(need)}
                onChange={({ target }) =>
                  setYes(target.checked ? [...yes, need] : yes.filter((other) => other !== need))
                }
              />
              {t(`yes.${need}`)}
            </label>
          ))}
        </div>
      )}
      <p className={text.complaint} role="alert">
        {(error ?? run.error) && <Reason error={error ?? run.error} />}
      </p>
    </Dialog>
  );
}
