import { useSyncExternalStore } from 'react';
import { Door } from './door.tsx';
import type { GuestLink } from './link/guest-link.ts';
import type { Place } from './place.ts';
import { Proof } from './proof.tsx';
import { Refusals } from './refusals.tsx';
import page from './ui/page.module.css';
import { t } from './words.ts';

export function App({ link, place }: { link: GuestLink; place: Place }) {
  const view = useSyncExternalStore(link.subscribe, link.snapshot);
  const where = useSyncExternalStore(place.subscribe, place.snapshot);
  // While nobody can be asked, the page itself looks at the time. What waits is kept: this clock may be wrong.
  const hasExpired = view.isAway && view.state !== null && Date.parse(view.state.expires_at) < Date.now();
  if (view.is === 'open' && view.state && !hasExpired)
    return (
      <div className={view.isVeiled ? page.veiled : undefined}>
        <Proof link={link} place={place} view={view} state={view.state} where={where} />
      </div>
    );
  if (view.is === 'closed') return <Door link={link} needs={view.needs} />;
  return (
    <main className={page.middle}>
      {view.is === 'gone' || hasExpired ? (
        <>
          <h1>{t.gone.title}</h1>
          <p>{t.gone.text}</p>
          <Refusals link={link} view={view} />
        </>
      ) : view.is === 'not-secure' ? (
        <>
          <h1>{t.notSecure.title}</h1>
          <p>{t.notSecure.text}</p>
        </>
      ) : (
        <p role="status">{view.isAway ? t.away.never : t.asking}</p>
      )}
    </main>
  );
}
