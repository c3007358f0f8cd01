import type { Events } from '../platform/events.ts';
import type { RenderedProofs } from './renditions.ts';
import type { ProofStore } from './store/proof-store.ts';

/** What renditions are told of the proofs, and tell of themselves. */
export const renderedProofs = ({ proofs }: ProofStore, events: Events): RenderedProofs => ({
  open: () =>
    proofs
      .list()
      .filter(({ state }) => state === 'open')
      .map(({ id, library, rules }) => ({
        ...rules,
        id,
        library,
        pictures: proofs
          .pictures(id)
          .filter(({ isOut }) => !isOut)
          .map(({ key, imageId, picture }) => ({ picture: key, imageId, key: picture })),
      })),
  foundAgain: (proof, imageIds) => proofs.setImageIds(proof, imageIds),
  changed: (id) => void events.emit('proofs.changed', { id }),
});
