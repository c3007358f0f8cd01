import { systemClocks } from '../auth/clocks.ts';
import { bridgePaths, isPaused } from '../darktable/bridge-files.ts';
import type { Library } from '../library/library.ts';
import type { Events } from '../platform/events.ts';
import type { Log } from '../platform/log.ts';
import { openProofs } from '../proofing/open-proofs.ts';
import { renderedProofs } from '../proofing/rendered-proofs.ts';
import { openRenditions } from '../proofing/renditions/rendition-maker.ts';
import { openProofStore } from '../proofing/store/proof-store.ts';
import type { RecipeMaker } from '../publishing/recipe-maker.ts';
import type { LibraryParts } from '../server/services.ts';
import type { ClosingStack } from './closing-stack.ts';

interface ProofingOptions extends Pick<LibraryParts, 'index'> {
  dataDir: string;
  library: Library;
  maker: RecipeMaker;
  isReadOnly: () => boolean;
  events: Events;
  log: Log;
}

/** Proofs of pictures of this library; those of others are kept, too. */
export function openProofing(
  { dataDir, library, index, maker, isReadOnly, events, log }: ProofingOptions,
  closing: ClosingStack,
): Pick<LibraryParts, 'proofs' | 'guestDoor'> {
  const store = closing.add(openProofStore(dataDir));
  const { pauseFile } = bridgePaths(dataDir);
  const whyNot = () => {
    const state = library.state();
    if (state.status !== 'ready') return state.message;
    if (isReadOnly()) return 'Safelight is in read-only mode.';
    return isPaused(pauseFile) ? 'Rendering is paused.' : null;
  };
  const renditions = closing.add(
    openRenditions({ dataDir, library, proofs: renderedProofs(store, events), maker, whyNot, events, log }),
  );
  const { proofs, door } = openProofs({ store, renditions, library, index, clocks: systemClocks, events });
  closing.add(proofs);
  return { proofs, guestDoor: door };
}
