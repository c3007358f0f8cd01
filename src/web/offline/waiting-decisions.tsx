import { type ReactNode, useEffect, useState } from 'react';
import { waitingChanges } from '../organising/waiting/waiting-changes.ts';
import { t } from './words.ts';

/** On a page that cannot send them: how many decisions wait on this device. `children`: what can be done with them. */
export function WaitingDecisions({ children }: { children?: ReactNode }) {
  const [count, setCount] = useState(0);
  useEffect(() => void waitingChanges.all().then((all) => setCount(all.length)), []);
  if (count === 0) return null;
  return (
    <>
      <p>{t('waiting', { count })}</p>
      {children}
    </>
  );
}
