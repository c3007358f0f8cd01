import { systemClocks } from '../auth/clocks.ts';
import type { Library } from '../library/library.ts';
import type { Events } from '../platform/events.ts';
import { openProofs } from '../proofing/open-proofs.ts';
import type { Renditions } from '../proofing/renditions.ts';
import { openProofStore } from '../proofing/store/proof-store.ts';
import type { LibraryParts } from '../server/services.ts';
import type { ClosingStack } from './closing-stack.ts';

interface ProofingOptions extends Pick<LibraryParts, 'index'> {
  dataDir: string;
  library: Library;
  events: Events;
}

/** Proofs of pictures of this library; those of others are kept, too. */
export function openProofing(
  { dataDir, library, index, events }: ProofingOptions,
  closing: ClosingStack,
): Pick<LibraryParts, 'proofs' | 'guestDoor'> {
  const store = closing.add(openProofStore(dataDir));
  const renditions = closing.add(noRenditions());
  const { proofs, door } = openProofs({ store, renditions, library, index, clocks: systemClocks, events });
  closing.add(proofs);
  return { proofs, guestDoor: door };
}

/** Until they are made. */
const noRenditions = (): Renditions => ({
  of: () => new Map(),
  progress: () => ({ made: 0, failed: 0, changed: 0, problem: null }),
  file: () => Promise.resolve(null),
  pointNow: () => null,
  showChanges: () => undefined,
  look: () => undefined,
  forget: () => undefined,
  close: () => Promise.resolve(),
});
