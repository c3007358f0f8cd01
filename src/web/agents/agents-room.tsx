import { useQuery } from '@tanstack/react-query';
import type { Agent } from '../../contract/agents.ts';
import { agentPlansQuery } from '../api/agent-plans.ts';
import { agentsQuery } from '../api/agents.ts';
import { linkTo } from '../location.ts';
import { ago } from '../settings/words.ts';
import { NotYet } from '../settings/parts.tsx';
import { CopyButton } from '../ui/copy-button.tsx';
import parts from '../settings/parts.module.css';
import card from '../ui/card.module.css';
import { classes } from '../ui/classes.ts';
import tag from '../ui/tag.module.css';
import text from '../ui/text.module.css';
import { dateTime } from '../i18n/words.ts';
import { AsksBar } from './asks-bar.tsx';
import { UndoAll } from './undo-all.tsx';
import { t } from './words.ts';
import { below } from '../base.ts';

/** Who was here, what they did and plan, how all of it is taken back, and how another one gets in. */
export function AgentsRoom() {
  const agents = useQuery(agentsQuery);
  const plans = useQuery(agentPlansQuery);
  return (
    <>
      <AsksBar />
      <section className={card.card} aria-labelledby="agents-title">
        <h2 id="agents-title">{t('agents')}</h2>
        <NotYet query={agents} />
        {agents.data?.items.length === 0 && <p className={text.muted}>{t('noAgents')}</p>}
        <ul className={parts.rows}>
          {agents.data?.items.map((agent) => (
            <AgentRow key={agent.client} agent={agent} />
          ))}
        </ul>
      </section>
      {plans.data && plans.data.items.length > 0 && (
        <section className={card.card} aria-labelledby="plans-title">
          <h2 id="plans-title">{t('plans')}</h2>
          <ul className={parts.rows}>
            {plans.data.items.map(({ id, client_name: name, tool, would_change: count, state, made }) => (
              <li key={id}>
                <div>
                  <a {...linkTo(`/plans/${id}`)}>{t('planLine', { name, tool, count })}</a>
                  <p className={text.muted}>{dateTime(made)}</p>
                </div>
                <span className={classes(tag.tag, state === 'open' && tag.strong)}>{t(`states.${state}`)}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
      <section className={card.card} aria-labelledby="connect-title">
        <h2 id="connect-title">{t('connect')}</h2>
        <Line words={t('connectHere')} code={(agents.data?.command ?? OWN).map(typed).join(' ')} />
        <Line words={t('connectHttp')} code={location.origin + below('/mcp')} />
      </section>
    </>
  );
}

const OWN = ['safelight', 'mcp'];
/** As it is typed: a path may have spaces. */
const typed = (word: string) => (/[\s"]/.test(word) ? JSON.stringify(word) : word);

const Line = ({ words, code }: { words: string; code: string }) => (
  <div className={card.head}>
    <p>
      {words} <code className={text.mono}>{code}</code>
    </p>
    <CopyButton text={code} label={`${t('copy')} ${code}`} />
  </div>
);

function AgentRow({ agent }: { agent: Agent }) {
  const { client_name: name, calls_itself: own, last_tool: tool, last_answer: answer, last_time: time } = agent;
  return (
    <li>
      <div>
        <strong>{name}</strong> {own !== null && <span className={text.muted}>{t('callsItself', { name: own })}</span>}
        {tool !== '' && (
          <p className={text.muted} title={dateTime(time)}>
            {t('last', { tool, time: ago(time) })}
          </p>
        )}
        <p lang="en">{answer}</p>
        <p className={text.muted}>
          {t('changedThisHour', { count: agent.changed_this_hour, left: String(agent.left_this_hour) })}
        </p>
        <UndoAll agent={agent} />
      </div>
    </li>
  );
}
