import { sending } from '../organising/waiting/send-waiting.ts';
import type { WaitingChange } from '../organising/waiting/waiting-change.ts';
import { waitingChanges } from '../organising/waiting/waiting-changes.ts';
import { ownerNow } from '../organising/waiting/whose.ts';

const KIND = 'decisions';
interface DecisionsFile {
  safelight: typeof KIND;
  changes: WaitingChange[];
}

/** Saves the decisions that wait in this browser: out of a page whose address is dead, say, to be taken in where Safelight is reached. */
export async function saveDecisions(): Promise<void> {
  const file: DecisionsFile = { safelight: KIND, changes: await waitingChanges.all() };
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([JSON.stringify(file)], { type: 'application/json' }));
  link.download = `safelight-decisions-${new Date().toISOString().slice(0, 10)}.json`;
  link.click();
  URL.revokeObjectURL(link.href);
}

/**
 * Takes them in as if they had been made here and had to wait: what somebody has changed since becomes a conflict. Returns how many there are of this
 * library, and how many of others, which are left out; null: it is another kind of file.
 */
export async function takeInDecisions(file: Blob): Promise<{ own: number; others: number } | null> {
  const owner = ownerNow();
  const changes = changesIn(await file.text());
  if (!changes || !owner) return null;
  const own = changes.filter(({ library }) => library === owner.library);
  const here = new Set((await waitingChanges.all()).map(({ key }) => key));
  for (const change of own.filter(({ key }) => !here.has(key)))
    await waitingChanges.add({ ...change, client: owner.client, state: 'waiting', hadToWait: true });
  sending.send();
  return { own: own.length, others: changes.length - own.length };
}

/** The service checks what is in them. */
function changesIn(text: string): WaitingChange[] | null {
  try {
    const { safelight, changes } = JSON.parse(text) as Partial<DecisionsFile>;
    const isWhole = (change: Partial<WaitingChange>) =>
      typeof change.key === 'string' && typeof change.what === 'object' && Array.isArray(change.ids);
    return safelight === KIND && Array.isArray(changes) && changes.every(isWhole) ? changes : null;
  } catch {
    return null;
  }
}
