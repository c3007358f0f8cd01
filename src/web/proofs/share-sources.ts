import { filterParameters, type GalleryView } from '../gallery/gallery-view.ts';
import { onePerGroup } from '../gallery/folds/folds.ts';
import { selection } from '../gallery/selection.ts';
import type { ShareSource } from './share-dialog.tsx';
import { t } from './words.ts';

export const sourceOfIds = (ids: readonly number[]): ShareSource => ({
  key: 'ids',
  words: t('sourceIds', { count: ids.length }),
  source: { ids: [...ids] },
});

/** What is selected, and what the gallery shows. */
export function sourcesOf(view: GalleryView): [ShareSource, ...ShareSource[]] {
  const ids = onePerGroup(selection());
  const found: ShareSource = {
    key: 'filter',
    words: t('sourceFilter'),
    source: { filter: filterParameters(view) },
  };
  return ids.length === 0 ? [found] : [sourceOfIds(ids), found];
}
