import { createContext, type ReactNode, useContext, useId } from 'react';
import styles from './lock.module.css';

interface LockState {
  whyNot: string;
  noteId: string;
}
const LockContext = createContext<LockState | null>(null);

/** While there is a reason, everything inside is shown but cannot be changed; the reason is shown once, above it. */
export function Lock({ whyNot, children }: { whyNot: string | null; children: ReactNode }) {
  const noteId = useId();
  return (
    <LockContext value={whyNot === null ? null : { whyNot, noteId }}>
      {whyNot !== null && (
        <p className={styles.note} id={noteId}>
          {whyNot}
        </p>
      )}
      {children}
    </LockContext>
  );
}

/** For each control inside: it can still be focused, and says why it cannot be changed. */
export function useLock() {
  const lock = useContext(LockContext);
  return {
    isLocked: lock !== null,
    lockedBy: lock && ({ 'aria-disabled': true, 'aria-describedby': lock.noteId, title: lock.whyNot } as const),
  };
}
