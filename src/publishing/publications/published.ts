import type { PublishedImage } from '../../contract/publications.ts';
import type { LedgerItem } from './ledger.ts';
import type { LookContext } from './look.ts';
import { stepsOf } from './plan.ts';
import { sourcePictures } from './source-pictures.ts';

type Context = Pick<LookContext, 'ledger' | 'library' | 'recipeOf' | 'installation'>;

/**
 * Where these images are published, and whether what is there shows them as they are now, as far as the ledger knows. Only those that are
 * published are read from the library. Throws `library_unavailable`, `storage_error`.
 */
export async function publishedOf(imageIds: readonly number[], context: Context): Promise<PublishedImage[]> {
  const { ledger, library } = context;
  const found: PublishedImage[] = [];
  for (const { id, name, recipe, library: file } of ledger.list()) {
    if (file !== library.file) continue;
    const items = ledger.itemsOfImages(id, imageIds).filter(({ placed }) => placed);
    for (const { imageId, kind, item } of await stepsThere(items, recipe, context))
      found.push({
        image_id: imageId,
        publication_id: id,
        publication: name,
        sent_at: item.sentAt,
        kind,
        reason: kind === 'failed' ? (item.failure?.reason ?? null) : null,
      });
  }
  return found;
}

async function stepsThere(
  items: readonly LedgerItem[],
  recipeId: number,
  { library, recipeOf, installation }: Context,
) {
  const recipe = recipeOf(recipeId);
  if (items.length === 0 || !recipe) return [];
  const version = (await installation())?.version ?? '';
  const ids = [...new Set(items.map(({ imageId }) => imageId))];
  const pictures = await sourcePictures(library, ids, recipe, version);
  // What has no counterpart is another picture under the same id.
  return stepsOf({ pictures, items, there: null }).flatMap(({ kind, picture, item }) =>
    picture && item ? [{ imageId: picture.imageId, kind, item }] : [],
  );
}
