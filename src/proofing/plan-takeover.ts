import type { TakeoverRequest } from '../contract/proof-takeover.ts';
import type { ProofMarks } from '../contract/proofs.ts';
import type { Library } from '../library/library.ts';
import { readExportStates } from '../library/read-export-states.ts';
import { AppError } from '../platform/errors.ts';
import { picturesNow } from './renditions/pictures-now.ts';
import type { RenderedProof } from './renditions.ts';
import { type Ours, type Takeover, takeover } from './take-over.ts';

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
  const states = await readExportStates(
    library,
    now.map(([, { imageId }]) => imageId),
  );
  for (const [picture, { imageId }] of now) {
    const image = states.get(imageId)?.record;
    if (image) ours.set(picture, { imageId, image });
  }
  return takeover(request, said, ours);
}
