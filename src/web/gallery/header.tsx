import { type ReactNode, useState } from 'react';
import { queryClient, signedOut } from '../api/query-client.ts';
import { type Session, sessionQuery, signOut } from '../api/session.ts';
import { LeaveIcon, Wordmark } from '../ui/icons.tsx';
import './header.css';

/** The top of every page that one is signed in to. */
export function Header({ children }: { children?: ReactNode }) {
  const [busy, setBusy] = useState(false);

  const leave = async () => {
    setBusy(true);
    try {
      await signOut();
      queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'session' });
      queryClient.setQueryData<Session>(sessionQuery.queryKey, signedOut);
    } finally {
      setBusy(false);
    }
  };

  return (
    <header className="header">
      <a className="header-home" href="/" aria-label="Safelight, all pictures">
        <Wordmark />
      </a>
      {children}
      <button
        type="button"
        className="button button-quiet button-icon header-leave"
        aria-label="Sign out"
        title="Sign out"
        disabled={busy}
        onClick={() => void leave().catch(() => undefined)}
      >
        <LeaveIcon />
      </button>
    </header>
  );
}
