import { createContext, type ReactNode, useContext, useId } from 'react';

interface LockState {
  whyNot: string;
  noteId: string;
}
const LockContext = createContext<LockState | null>(null);

/** While there is a reason, everything inside is shown and cannot be changed; the reason stands above it, once. */
export function Lock({ whyNot, children }: { whyNot: string | null; children: ReactNode }) {
  const noteId = useId();
  return (
    <LockContext value={whyNot === null ? null : { whyNot, noteId }}>
      {whyNot !== null && (
        <p className="lock-note" id={noteId}>
          {whyNot}
        </p>
      )}
      {children}
    </LockContext>
  );
}

/** For each control inside: it can still be reached, and says why it does not change. */
export function useLock() {
  const lock = useContext(LockContext);
  return {
    isLocked: lock !== null,
    lockedBy: lock && ({ 'aria-disabled': true, 'aria-describedby': lock.noteId, title: lock.whyNot } as const),
  };
}
