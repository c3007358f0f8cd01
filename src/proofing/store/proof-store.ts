import { join } from 'node:path';
import { ProofsFile } from './proofs-file.ts';
import { StoredGuests } from './stored-guests.ts';
import { StoredProofs } from './stored-proofs.ts';

/** What proofs keep. */
export interface ProofStore {
  readonly proofs: StoredProofs;
  readonly guests: StoredGuests;
  /** All of it or nothing, and nobody in between. Throws `storage_error`, as all do. */
  together<Result>(work: () => Result): Result;
  close(): void;
}

/** proofs.db. It is there once a proof is made. */
export function openProofStore(dataDir: string, now: () => number = Date.now): ProofStore {
  const file = new ProofsFile(join(dataDir, 'proofs.db'));
  return {
    proofs: new StoredProofs(file, now),
    guests: new StoredGuests(file),
    together: (work) => file.together(work),
    close: () => file.close(),
  };
}
