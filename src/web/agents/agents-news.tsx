import { useEffect } from 'react';
import type { Agent } from '../../contract/agents.ts';
import { undoChange } from '../api/organising.ts';
import { Reason } from '../ui/reason.tsx';
import { say } from '../ui/toasts.tsx';
import { AsksBar } from './asks-bar.tsx';
import { t } from './words.ts';

/** The change of each agent that was told last, and how to change what was said. */
const told = new Map<string, { id: number; message: ReturnType<typeof say> }>();

/** What agents ask, and what they change while the page is open, each change with an undo. */
export function AgentsNews({ items }: { items: readonly Agent[] }) {
  useEffect(() => {
    for (const agent of items) tell(agent);
  }, [items]);
  return <AsksBar />;
}

function tell({ client, client_name: name, last_change: change }: Agent): void {
  if (change === null || change.time < performance.timeOrigin) return;
  const known = told.get(client);
  const isTold = known?.id === change.id;
  if (change.is_undone) {
    if (isTold) known.message.close();
    return;
  }
  const news = {
    id: `agent-${client}`,
    title: t('changedNow', { name, count: change.pictures }),
    description: change.tool,
    action: { label: t('undo'), onClick: () => void takeBack(change.changes) },
  };
  if (isTold) known.message.change(news);
  else told.set(client, { id: change.id, message: say(news) });
}

async function takeBack(changes: readonly number[]): Promise<void> {
  try {
    let count = 0;
    let left = 0;
    for (const change of changes.toReversed()) {
      const undone = await undoChange(change);
      count += undone.changed;
      left += undone.left.length;
    }
    say({ title: t('undone', { count }), ...(left > 0 && { description: t('left', { count: left }) }) });
  } catch (error) {
    say({ title: t('undo'), description: <Reason error={error} />, isFailure: true });
  }
}
