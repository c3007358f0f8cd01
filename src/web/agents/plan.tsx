import { useEffect, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Bot, Lock } from 'lucide-react';
import type { AgentPlan } from '../../contract/agents.ts';
import { agentPlanQuery } from '../api/agent-plans.ts';
import { useWhyNot } from '../api/rights.ts';
import { ApiError } from '../api/request.ts';
import { darktableWordsQuery, ENGLISH } from '../i18n/darktable-words.ts';
import { dateTime, t as page } from '../i18n/words.ts';
import { linkTo } from '../location.ts';
import { button } from '../ui/button.ts';
import { classes } from '../ui/classes.ts';
import { Notice, Waiting } from '../ui/notice.tsx';
import frame from '../ui/page.module.css';
import { Reason } from '../ui/reason.tsx';
import text from '../ui/text.module.css';
import { wantedWords } from './field-words.ts';
import { PlanDecision } from './plan-decision.tsx';
import { PlanPicture } from './plan-picture.tsx';
import { PlanRefusals } from './plan-refusals.tsx';
import styles from './plan.module.css';
import { useOut } from './use-out.ts';
import { t } from './words.ts';

/** So many at first, and with each press. */
const SHOWN = 60;

/** What an agent wants to change: before and after, and the decision. */
export function Plan({ id }: { id: number }) {
  const whyNot = useWhyNot('admin');
  const { data: plan, error } = useQuery({ ...agentPlanQuery(id), enabled: whyNot === null });
  const { out, toggle, isSending, failure } = useOut(plan);
  const { modules } = useQuery(darktableWordsQuery()).data ?? ENGLISH;
  const [shown, setShown] = useState(SHOWN);
  const count = plan ? plan.items.length - out.size : 0;
  const title = plan ? titleOf(plan, count) : '';
  useEffect(() => {
    if (title !== '') document.title = `${title} – Safelight`;
  }, [title]);
  if (whyNot !== null)
    return (
      <Notice mark={<Lock size={40} strokeWidth={1.5} aria-hidden />} title={page('page.notSettings')}>
        <p>{page('page.settingsHow')}</p>
      </Notice>
    );
  if (error && !plan)
    return (
      <Notice mark={<Bot size={40} strokeWidth={1.5} aria-hidden />} title={t('noPlan')}>
        <p>{error instanceof ApiError && error.code === 'not_found' ? t('noPlanHow') : <Reason error={error} />}</p>
        <a className={button()} {...linkTo('/')}>
          {page('page.openGallery')}
        </a>
      </Notice>
    );
  if (!plan) return <Waiting />;
  const isOpen = plan.state === 'open';
  return (
    <div className={classes(frame.page, styles.page)}>
      <header className={frame.head}>
        <div>
          <h1>{title}</h1>
          <p>{t('madeAt', { what: plan.tool, time: dateTime(plan.made) })}</p>
        </div>
      </header>
      <dl className={styles.asked} aria-label={t('asked')}>
        {plan.wanted.map((argument) => {
          const [title, value] = wantedWords(argument, modules);
          return (
            <div key={argument.name}>
              <dt className={text.muted}>{title}</dt>
              <dd>{value}</dd>
            </div>
          );
        })}
      </dl>
      <PlanDecision plan={plan} count={count} isSending={isSending} />
      {failure && (
        <p className={text.complaint} role="alert">
          <Reason error={failure} />
        </p>
      )}
      <h2 id="plan-pictures">{t('pictures')}</h2>
      <ul className={styles.pictures} aria-labelledby="plan-pictures">
        {plan.items.slice(0, shown).map((item) => (
          <PlanPicture
            key={item.image_id}
            item={item}
            isIn={!out.has(item.image_id)}
            {...(isOpen && { onChange: (isIn: boolean) => toggle(item.image_id, isIn) })}
          />
        ))}
      </ul>
      {plan.items.length > shown && (
        <button type="button" className={classes(button(), styles.more)} onClick={() => setShown(shown + SHOWN)}>
          {t('more')}
        </button>
      )}
      {plan.unchanged > 0 && <p className={text.muted}>{t('unchanged', { count: plan.unchanged })}</p>}
      <PlanRefusals refusals={plan.refused} count={plan.refused.length} />
    </div>
  );
}

const titleOf = ({ state, client_name: name }: AgentPlan, count: number) =>
  state === 'open' ? t('wants', { name, count }) : t('planOf', { name });
