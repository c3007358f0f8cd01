import { useMutation, useQuery } from '@tanstack/react-query';
import { Bot } from 'lucide-react';
import { answerAgents } from '../api/agent-plans.ts';
import { agentsChanged, agentsQuery } from '../api/agents.ts';
import bar from '../ui/bar.module.css';
import { button } from '../ui/button.ts';
import { classes } from '../ui/classes.ts';
import { Reason } from '../ui/reason.tsx';
import styles from './asks-bar.module.css';
import { t } from './words.ts';

/** Asks whether agents may change things, while one was refused because they may not. */
export function AsksBar() {
  const { data } = useQuery(agentsQuery);
  const answer = useMutation({ mutationFn: answerAgents, networkMode: 'always', onSettled: agentsChanged });
  const asking = data?.items.find(({ asks }) => asks);
  if (!asking) return null;
  return (
    <aside className={classes(bar.bar, styles.bar)} aria-label={t('question')}>
      <Bot size={18} aria-hidden />
      <p role="status">
        <strong>{t('asks', { name: asking.client_name })}</strong>{' '}
        {answer.error ? <Reason error={answer.error} /> : t('asksHow')}
      </p>
      <div className={styles.answers}>
        <button type="button" className={button()} disabled={answer.isPending} onClick={() => answer.mutate(false)}>
          {t('notNow')}
        </button>
        <button
          type="button"
          className={button('primary')}
          disabled={answer.isPending}
          onClick={() => answer.mutate(true)}
        >
          {t('allow')}
        </button>
      </div>
    </aside>
  );
}
