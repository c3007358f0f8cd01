import { useState } from 'react';
import { LONGEST_ALBUM_NAME, tagOfAlbum } from '../../../contract/album-names.ts';
import type { Album } from '../../../contract/albums.ts';
import { changeAlbum, deleteAlbum } from '../../api/albums.ts';
import { readView, without, writeView } from '../../gallery/gallery-view.ts';
import { navigate } from '../../location.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { tagWords } from '../change-words.ts';
import { tagChanged } from '../organise.ts';
import { type FormEnds, TagForm } from '../tags/tag-form.tsx';
import { t } from './words.ts';
import controls from '../../ui/controls.module.css';
import styles from './albums.module.css';
import { pathNow } from '../../base.ts';

export interface AlbumTask {
  is: 'rename' | 'delete';
  album: Album;
}

interface Props extends FormEnds {
  task: AlbumTask | null;
  finalFocus: () => HTMLElement | null;
}

export function AlbumDialog({ task, finalFocus, ...ends }: Props) {
  if (task === null) return null;
  const Form = task.is === 'rename' ? RenameAlbum : DeleteAlbum;
  const title = t(`${task.is}Title`, { name: tagWords(task.album.name) });
  return (
    <Dialog open title={title} onClose={ends.onClose} startsInField finalFocus={finalFocus}>
      <Form album={task.album} {...ends} />
    </Dialog>
  );
}

function RenameAlbum({ album, ...ends }: { album: Album } & FormEnds) {
  const [text, setText] = useState(album.name);
  const name = text.trim();
  const rename = async () => {
    const { change, count } = await changeAlbum(album.id, { name });
    if (change !== null)
      tagChanged({ is: 'renamed', tag: tagOfAlbum(album.name), to: tagOfAlbum(name) }, change, count);
    leave(album.name, name);
  };
  return (
    <TagForm words={t('renameDo')} isReady={name !== '' && name !== album.name} onSubmit={rename} {...ends}>
      <label className={styles.field}>
        {t('name')}
        <input
          className={controls.field}
          autoComplete="off"
          maxLength={LONGEST_ALBUM_NAME}
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
      </label>
      <p className={styles.note}>{t('levels')}</p>
    </TagForm>
  );
}

function DeleteAlbum({ album, ...ends }: { album: Album } & FormEnds) {
  const remove = async () => {
    const { change, images } = await deleteAlbum(album.id);
    tagChanged({ is: 'deleted', tag: tagOfAlbum(album.name) }, change, images);
    leave(album.name, null);
  };
  return (
    <TagForm words={t('delete')} isDangerous isReady onSubmit={remove} {...ends}>
      {album.count > 0 && <p>{t('deleteHow', { count: album.count })}</p>}
    </TagForm>
  );
}

/** A gallery that shows the album goes with its name, or shows all again. */
function leave(album: string, name: string | null): void {
  const view = readView(new URLSearchParams(location.search));
  if (view.album !== album || pathNow() !== '/') return;
  navigate(`/${writeView(name === null ? without(view, 'album') : { ...view, album: name })}`, { replace: true });
}
