import type { AgentUndone } from '../../contract/agents.ts';
import text from '../ui/text.module.css';
import { t } from './words.ts';

/** What an undo has done. */
export function Undone({ undone: { changes, restored, left, problems } }: { undone: AgentUndone }) {
  return (
    <>
      <p>{changes + left.length + problems.length === 0 ? t('nothingUndone') : t('undone', { count: restored })}</p>
      {left.length > 0 && <p>{t('left', { count: left.length })}</p>}
      {problems.map((problem) => (
        <p key={problem} lang="en" className={text.complaint}>
          {problem}
        </p>
      ))}
    </>
  );
}
