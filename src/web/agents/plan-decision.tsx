import { useMutation } from '@tanstack/react-query';
import { Check, Undo2, X } from 'lucide-react';
import type { AgentPlan } from '../../contract/agents.ts';
import { acceptPlan, refusePlan, undoPlan } from '../api/agent-plans.ts';
import { agentsChanged } from '../api/agents.ts';
import { useWhyNot } from '../api/rights.ts';
import { button } from '../ui/button.ts';
import card from '../ui/card.module.css';
import { classes } from '../ui/classes.ts';
import { Reason } from '../ui/reason.tsx';
import text from '../ui/text.module.css';
import { PlanRefusals } from './plan-refusals.tsx';
import styles from './plan.module.css';
import { Undone } from './undone.tsx';
import { t } from './words.ts';

interface Props {
  plan: AgentPlan;
  /** Pictures that are left in it. */
  count: number;
  /** Its pictures are being taken out or in. */
  isSending: boolean;
}

/** Accept or refuse, and afterwards what became of it. */
export function PlanDecision({ plan, count, isSending }: Props) {
  const whyNot = useWhyNot('images:write');
  const settle = useMutation({
    mutationFn: (how: (id: number) => Promise<void>) => how(plan.id),
    networkMode: 'always',
    onError: agentsChanged,
  });
  const undo = useMutation({ mutationFn: () => undoPlan(plan.id), networkMode: 'always', onSettled: agentsChanged });
  const failure = settle.error ?? undo.error;
  const lacks = whyNot ?? tooMany(plan, count);
  const isBusy = settle.isPending || isSending;
  return (
    <section className={classes(card.card, styles.decision)} aria-live="polite">
      <div>
        {plan.state === 'open' && <p>{lacks ?? t('acceptHow', { name: plan.client_name })}</p>}
        {plan.state === 'refused' && <p>{t('wasRefused')}</p>}
        {plan.state === 'run' && <Outcome plan={plan} />}
        {undo.data ? (
          <Undone undone={undo.data} />
        ) : (
          plan.result?.can_undo === false && plan.result.changed > 0 && <p>{t('wasUndone')}</p>
        )}
        {failure && (
          <p className={text.complaint} role="alert">
            <Reason error={failure} />
          </p>
        )}
      </div>
      {plan.state === 'open' && (
        <div className={card.actions}>
          <button type="button" className={button()} disabled={isBusy} onClick={() => settle.mutate(refusePlan)}>
            <X size={16} aria-hidden />
            {t('refuse')}
          </button>
          <button
            type="button"
            className={button('primary')}
            disabled={isBusy || lacks !== null}
            onClick={() => settle.mutate(acceptPlan)}
          >
            <Check size={16} aria-hidden />
            {t('accept', { count })}
          </button>
        </div>
      )}
      {plan.result?.can_undo === true && (
        <button
          type="button"
          className={button()}
          disabled={undo.isPending || whyNot !== null}
          onClick={() => undo.mutate()}
        >
          <Undo2 size={16} aria-hidden />
          {t('undo')}
        </button>
      )}
    </section>
  );
}

function Outcome({ plan: { result } }: { plan: AgentPlan }) {
  if (!result) return <p>{t('running')}</p>;
  return (
    <>
      <p>{t('ran', { count: result.changed })}</p>
      {result.unchanged > 0 && <p>{t('unchanged', { count: result.unchanged })}</p>}
      <PlanRefusals refusals={result.refusals} count={result.refused} />
    </>
  );
}

/** null: nothing is in the way. */
function tooMany({ client_name: name, left_this_hour: left }: AgentPlan, count: number): string | null {
  if (count === 0) return t('nothingLeft');
  return count > left ? t('onlyLeft', { name, count: left }) : null;
}
