import { Suspense, useRef, useState } from 'react';
import { Ellipsis, Image, ImageOff, Pencil, Share2, Trash2 } from 'lucide-react';
import type { Album } from '../../../contract/albums.ts';
import { changeAlbum } from '../../api/albums.ts';
import { queryClient } from '../../api/query-client.ts';
import { useWhyNot } from '../../api/rights.ts';
import { button } from '../../ui/button.ts';
import { lateExtra } from '../../ui/late-part.tsx';
import { Popover } from '../../ui/popover.tsx';
import { tagWords } from '../change-words.ts';
import { tell, tellFailure, undoAction } from '../telling.ts';
import type { AlbumTask } from './album-dialog.tsx';
import { t } from './words.ts';
import menu from '../../ui/menu.module.css';

const ShareAlbum = lateExtra(async () => (await import('../../proofs/share-album.tsx')).ShareAlbum);

interface Props {
  album: Album;
  /** The one that may become the cover. */
  image: number | null;
  onTask: (task: AlbumTask, from: HTMLElement | null) => void;
}

/** What can be done with an album. */
export function AlbumMenu({ album, image, onTask }: Props) {
  const place = useRef<HTMLSpanElement>(null);
  const [open, setOpen] = useState(false);
  const [isShared, setShared] = useState(false);
  const mayShare = useWhyNot('proofing:manage') === null && album.count > 0;
  const title = t('menu', { name: tagWords(album.name) });
  const setCover = async (cover: number | null, isUndo = false) => {
    setOpen(false);
    const former = album.is_cover_chosen ? album.cover : null;
    try {
      await changeAlbum(album.id, { cover });
      if (!isUndo) tell({ title: t('coverSet'), ...undoAction(() => void setCover(former, true)) });
    } catch (error) {
      tellFailure(t('noCover'), error);
    }
    await queryClient.invalidateQueries({ queryKey: ['albums'] });
  };
  const items = [
    ...(mayShare ? [{ icon: Share2, words: t('share'), do: () => setShared(true) }] : []),
    { icon: Pencil, words: t('rename'), do: () => onTask({ is: 'rename', album }, pressed()) },
    ...(image !== null && image !== album.cover
      ? [{ icon: Image, words: t('setCover'), do: () => void setCover(image) }]
      : []),
    ...(album.is_cover_chosen ? [{ icon: ImageOff, words: t('firstAsCover'), do: () => void setCover(null) }] : []),
    { icon: Trash2, words: t('delete'), do: () => onTask({ is: 'delete', album }, pressed()) },
  ];
  const pressed = () => place.current?.querySelector('button') ?? null;
  return (
    <span ref={place}>
      <Popover
        label={title}
        title={title}
        align="end"
        triggerClass={button('quiet', 'icon')}
        trigger={<Ellipsis size={16} aria-hidden />}
        open={open}
        onOpenChange={setOpen}
      >
        <ul className={menu.items}>
          {items.map(({ icon: Icon, words, do: act }) => (
            <li key={words}>
              <button
                type="button"
                className={menu.item}
                onClick={() => {
                  setOpen(false);
                  act();
                }}
              >
                <Icon size={16} aria-hidden />
                {words}
              </button>
            </li>
          ))}
        </ul>
      </Popover>
      {isShared && (
        <Suspense fallback={null}>
          <ShareAlbum album={album} onClose={() => setShared(false)} />
        </Suspense>
      )}
    </span>
  );
}
