import type { Album } from '../../contract/albums.ts';
import { EVERYTHING, filterParameters } from '../gallery/gallery-view.ts';
import { tagWords } from '../organising/change-words.ts';
import { ShareDialog } from './share-dialog.tsx';
import { t } from './words.ts';

/** Shares an album, in its order. */
export function ShareAlbum({ album, onClose }: { album: Album; onClose: () => void }) {
  const name = tagWords(album.name);
  const filter = filterParameters({ ...EVERYTHING, album: album.name });
  return (
    <ShareDialog
      sources={[{ key: 'album', words: t('sourceAlbum', { name }), source: { filter } }]}
      title={name}
      order="given"
      onClose={onClose}
    />
  );
}
