import { type SubmitEvent, useState } from 'react';
import { useMutation } from '@tanstack/react-query';
import { Undo2 } from 'lucide-react';
import type { Agent } from '../../contract/agents.ts';
import { undoAgent } from '../api/agent-plans.ts';
import { agentsChanged } from '../api/agents.ts';
import { button } from '../ui/button.ts';
import card from '../ui/card.module.css';
import controls from '../ui/controls.module.css';
import fold from '../ui/fold.module.css';
import { Reason } from '../ui/reason.tsx';
import text from '../ui/text.module.css';
import { Undone } from './undone.tsx';
import { t } from './words.ts';

const SINCE = ['hour', 'today', 'time'] as const;
type Since = (typeof SINCE)[number];
const HOUR_MS = 3_600_000;

/** Takes back all that an agent did since a time, and says what it was. */
export function UndoAll({ agent: { client, client_name: name } }: { agent: Agent }) {
  const [since, setSince] = useState<Since>('hour');
  const [time, setTime] = useState('');
  const undo = useMutation({
    mutationFn: (from: number) => undoAgent(client, from),
    networkMode: 'always',
    onSettled: agentsChanged,
  });
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    undo.mutate(startOf(since, time));
  };
  return (
    <details className={fold.fold}>
      <summary>{t('undoAll', { name })}</summary>
      <form className={card.actions} onSubmit={submit}>
        <select
          className={controls.field}
          name={`since-${client}`}
          aria-label={t('undoSince')}
          value={since}
          onChange={({ target }) => setSince(target.value as Since)}
        >
          {SINCE.map((each) => (
            <option key={each} value={each}>
              {t('undoSince')} {t(`since.${each}`)}
            </option>
          ))}
        </select>
        {since === 'time' && (
          <input
            className={controls.field}
            type="datetime-local"
            name={`time-${client}`}
            aria-label={t('time')}
            value={time}
            required
            onChange={({ target }) => setTime(target.value)}
          />
        )}
        <button type="submit" className={button()} disabled={undo.isPending}>
          <Undo2 size={16} aria-hidden />
          {t('undoAllDo')}
        </button>
      </form>
      <div role="status">{undo.data && <Undone undone={undo.data} />}</div>
      <p className={text.complaint} role="alert">
        {undo.error && <Reason error={undo.error} />}
      </p>
    </details>
  );
}

function startOf(since: Since, time: string): number {
  if (since === 'hour') return Date.now() - HOUR_MS;
  return since === 'today' ? new Date().setHours(0, 0, 0, 0) : new Date(time).getTime();
}
