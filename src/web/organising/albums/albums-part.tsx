import { useState } from 'react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { LONGEST_ALBUM_NAME, tagOfAlbum } from '../../../contract/album-names.ts';
import type { Album } from '../../../contract/albums.ts';
import type { ImagesSummary } from '../../../contract/images-summary.ts';
import { MOST_IDS } from '../../../contract/most-ids.ts';
import { albumsQuery, createAlbum } from '../../api/albums.ts';
import { queryClient } from '../../api/query-client.ts';
import { number } from '../../i18n/words.ts';
import { linkTo } from '../../location.ts';
import { EVERYTHING, writeView } from '../../gallery/gallery-view.ts';
import { button } from '../../ui/button.ts';
import { Reason } from '../../ui/reason.tsx';
import { tagWords } from '../change-words.ts';
import { tagChanged } from '../organise.ts';
import { change } from '../panel/shared.ts';
import { TagCheck } from '../panel/tag-check.tsx';
import { AlbumDialog, type AlbumTask } from './album-dialog.tsx';
import { AlbumMenu } from './album-menu.tsx';
import { Cover } from './cover.tsx';
import { t } from './words.ts';
import controls from '../../ui/controls.module.css';
import notes from '../panel/organise-panel.module.css';
import styles from './albums.module.css';

interface Props {
  ids: readonly number[];
  /** undefined until it is known, and without pictures. */
  shared: ImagesSummary | undefined;
  disabled: boolean;
}

const albumsChanged = () => queryClient.invalidateQueries({ queryKey: albumsQuery.queryKey });

/** All albums: which have the pictures, and what can be done with each. */
export function AlbumsPart({ ids, shared, disabled }: Props) {
  const { data, error } = useQuery(albumsQuery);
  const [task, setTask] = useState<AlbumTask | null>(null);
  const [from, setFrom] = useState<HTMLElement | null>(null);
  const albums = data?.items ?? [];
  return (
    <>
      {!disabled && <NewAlbumForm ids={ids} />}
      {error && (
        <p className={notes.note} role="alert">
          <Reason error={error} />
        </p>
      )}
      {data && albums.length === 0 && <p className={notes.note}>{t('none')}</p>}
      <ul className={styles.albums} aria-label={t('title')}>
        {albums.map((album) => (
          <AlbumItem
            key={album.id}
            {...{ album, ids, shared, disabled }}
            onTask={(next, pressed) => {
              setFrom(pressed);
              setTask(next);
            }}
          />
        ))}
      </ul>
      <AlbumDialog
        task={task}
        finalFocus={() => (from?.isConnected ? from : null)}
        onDone={() => {
          setTask(null);
          void albumsChanged();
        }}
        onClose={() => setTask(null)}
      />
    </>
  );
}

function AlbumItem({
  album,
  ids,
  shared,
  disabled,
  onTask,
}: Props & { album: Album; onTask: (task: AlbumTask, from: HTMLElement | null) => void }) {
  const tag = tagOfAlbum(album.name);
  const has = shared?.tags.find(({ name }) => name === tag)?.count ?? 0;
  const address = `/${writeView({ ...EVERYTHING, album: album.name, order: 'album' })}`;
  const [only] = ids;
  const words = (
    <>
      <span className={styles.name}>{tagWords(album.name)}</span>
      <span className={styles.count}>{number(album.count)}</span>
    </>
  );
  return (
    <li className={styles.album}>
      <a className={styles.open} {...linkTo(address)} aria-label={t('open', { name: tagWords(album.name) })}>
        <Cover id={album.cover} />
      </a>
      {ids.length === 0 ? (
        <a className={styles.link} {...linkTo(address)}>
          {words}
        </a>
      ) : (
        <TagCheck
          name={tag}
          count={has}
          total={ids.length}
          disabled={disabled || !shared}
          onSet={(name, isIn) => change(ids, { tags: { [isIn ? 'add' : 'remove']: [name] } })}
        >
          {words}
        </TagCheck>
      )}
      {!disabled && (
        <AlbumMenu album={album} image={ids.length === 1 && has === 1 ? (only ?? null) : null} onTask={onTask} />
      )}
    </li>
  );
}

/** Made of the pictures, or empty. */
function NewAlbumForm({ ids }: { ids: readonly number[] }) {
  const [name, setName] = useState('');
  const make = useMutation({
    mutationFn: async () => {
      const wanted = name.trim();
      const tag = tagOfAlbum(wanted);
      const [first, rest] = [ids.slice(0, MOST_IDS), ids.slice(MOST_IDS)];
      const { change: made } = await createAlbum({ name: wanted, ...(first.length > 0 && { ids: first }) });
      if (made !== null) tagChanged({ is: 'created', tag }, made, first.length);
      // They go in parts, with an undo of their own.
      if (rest.length > 0) change(rest, { tags: { add: [tag] } });
      await albumsChanged();
    },
    networkMode: 'always',
    onSuccess: () => setName(''),
  });
  const isReady = name.trim() !== '' && !make.isPending;
  return (
    <form
      className={styles.create}
      onSubmit={(event) => {
        event.preventDefault();
        if (isReady) make.mutate();
      }}
    >
      <label>
        {ids.length === 0 ? t('new') : t('newOf', { count: ids.length })}
        <input
          name="album-name"
          className={controls.field}
          autoComplete="off"
          maxLength={LONGEST_ALBUM_NAME}
          value={name}
          onChange={({ target }) => {
            make.reset();
            setName(target.value);
          }}
        />
      </label>
      <button type="submit" className={button('primary')} disabled={!isReady}>
        {t('create')}
      </button>
      {make.error && (
        <p className={styles.complaint} role="alert">
          <Reason error={make.error} />
        </p>
      )}
    </form>
  );
}
