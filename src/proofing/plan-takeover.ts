import { setImmediate as breathe } from 'node:timers/promises';
import type { TakeoverRequest } from '../contract/proof-takeover.ts';
import type { ProofMarks } from '../contract/proofs.ts';
import { exportStates } from '../library/export-facts.ts';
import type { Library } from '../library/library.ts';
import { AppError } from '../platform/errors.ts';
import { picturesNow } from './renditions/pictures-now.ts';
import type { RenderedProof } from './renditions.ts';
import { type Ours, type Takeover, takeover } from './take-over.ts';

/** How many are read at once: that takes some milliseconds, during which nobody else is answered. */
const AT_ONCE = 500;

/** By the marks and the library of now. Throws `conflict` for a proof of another library, `library_unavailable`. */
export async function planTakeover(
  proof: Pick<RenderedProof, 'library' | 'pictures'>,
  said: ProofMarks,
  request: TakeoverRequest,
  library: Pick<Library, 'file' | 'read'>,
): Promise<Takeover> {
  if (proof.library !== library.file)
    throw new AppError('conflict', 'Its pictures belong to another library than the one that is shown.');
  const now = [...(await picturesNow(library, { pictures: proof.pictures, keep: [] }))];
  const ours = new Map<string, { imageId: number; image: Ours }>();
  for (let at = 0; at < now.length; at += AT_ONCE) {
    const some = now.slice(at, at + AT_ONCE);
    const ids = some.map(([, { imageId }]) => imageId);
    const states = await library.read((reader) => exportStates(reader, ids));
    for (const [picture, { imageId }] of some) {
      const image = states.get(imageId)?.record;
      if (image) ours.set(picture, { imageId, image });
    }
    await breathe();
  }
  return takeover(request, said, ours);
}
