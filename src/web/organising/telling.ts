import { createElement } from 'react';
import { t } from '../i18n/words.ts';
import { Reason } from '../ui/reason.tsx';
import { type Message, say } from '../ui/toasts.tsx';

/** A view that shows these messages itself. */
let ownView: ((message: Message) => void) | null = null;

/** Sends messages, except failures, to a view instead of the corner. Returns a function that ends this. */
export function tellHere(show: (message: Message) => void): () => void {
  ownView = show;
  return () => {
    if (ownView === show) ownView = null;
  };
}

/** The last message stays until another one replaces it. */
let isStaying = false;

/** Shows one message at a time: the next replaces the last. */
export function tell(message: Message): void {
  isStaying = message.stays === true;
  if (ownView && message.isFailure !== true) ownView(message);
  else say({ ...message, id: 'organise' });
}

/** Once a later decision was told, an earlier one being stored is no news. */
let lastTold = 0;
export function tellOf(turn: number, message: Message): void {
  if (turn < lastTold && !isStaying) return;
  lastTold = Math.max(turn, lastTold);
  tell(message);
}

export function tellFailure(title: string, error: unknown): void {
  tell({ title, description: createElement(Reason, { error }), isFailure: true });
}

export const undoAction = (undo: () => void) => ({ action: { label: t('organise.undo'), onClick: undo } });
