import { type View, waitingCount } from './link/view.ts';
import page from './ui/page.module.css';
import { t } from './words.ts';

/** The photographer's computer sleeps, or the network is away: one line, as long as it is so. */
export function Away({ view }: { view: View }) {
  const waiting = waitingCount(view);
  return (
    <p role="status" className={view.isAway ? page.away : page.hidden}>
      {view.isAway && (waiting === 0 ? t.away.line : t.away.waits(waiting))}
    </p>
  );
}

/** What is said in passing: it goes by itself, and is read out. */
export function Said({ said: { text, id } }: { said: { text: string; id: number } }) {
  return (
    <p role="status" className={page.said} key={id} hidden={text === ''}>
      {text}
    </p>
  );
}
