import { createElement } from 'react';
import { t } from '../i18n/words.ts';
import { Store } from '../stores/store.ts';
import { Reason } from '../ui/reason.tsx';
import { type Message, say } from '../ui/toasts.tsx';

interface Telling {
  /** A view that shows these messages itself. */
  ownView: ((message: Message) => void) | null;
  /** The last message stays until another one replaces it. */
  isStaying: boolean;
  /** Once a later decision was told, an earlier one being stored is no news. */
  lastTurn: number;
}
const telling = new Store<Telling>({ ownView: null, isStaying: false, lastTurn: 0 });
const become = (change: Partial<Telling>) => telling.set({ ...telling.snapshot(), ...change });

/** Sends messages, except failures, to a view instead of the corner. Returns a function that ends this. */
export function tellHere(show: (message: Message) => void): () => void {
  become({ ownView: show });
  return () => {
    if (telling.snapshot().ownView === show) become({ ownView: null });
  };
}

/** Shows one message at a time: the next replaces the last. */
export function tell(message: Message): void {
  become({ isStaying: message.stays === true });
  const { ownView } = telling.snapshot();
  if (ownView && message.isFailure !== true) ownView(message);
  else say({ ...message, id: 'organise' });
}

export function tellOf(turn: number, message: Message): void {
  const { lastTurn, isStaying } = telling.snapshot();
  if (turn < lastTurn && !isStaying) return;
  become({ lastTurn: Math.max(turn, lastTurn) });
  tell(message);
}

export function tellFailure(title: string, error: unknown): void {
  tell({ title, description: createElement(Reason, { error }), isFailure: true });
}

export const undoAction = (undo: () => void) => ({ action: { label: t('organise.undo'), onClick: undo } });
