import { useEffect, useState } from 'react';
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

/** What is said in passing: it is read out, and goes with the next gesture, however long that takes. */
export function Said({ said: { text, id } }: { said: { text: string; id: number } }) {
  const [past, setPast] = useState(0);
  useEffect(() => {
    const gestures = ['pointerdown', 'keydown'];
    const leave = () => setPast(id);
    for (const gesture of gestures) addEventListener(gesture, leave, { passive: true });
    return () => {
      for (const gesture of gestures) removeEventListener(gesture, leave);
    };
  }, [id]);
  return (
    <p role="status" className={page.said} key={id} hidden={text === '' || past === id}>
      {text}
    </p>
  );
}
