import { useQuery } from '@tanstack/react-query';
import { Images } from 'lucide-react';
import { albumsQuery } from '../api/albums.ts';
import { t } from '../i18n/words.ts';
import { t as words } from '../organising/albums/words.ts';
import { Cover } from '../organising/albums/cover.tsx';
import { button } from '../ui/button.ts';
import { type GalleryView, leaf, without } from './gallery-view.ts';
import { openPanel } from './open-panel.ts';
import { Options } from './options.tsx';
import options from './options.module.css';

interface Props {
  view: GalleryView;
  onChange: (view: GalleryView) => void;
}

/** One album, in its order. */
export function AlbumPanel({ view, onChange }: Props) {
  const { data } = useQuery(albumsQuery);
  return (
    <>
      <Options
        label={t('filter.album')}
        options={(data?.items ?? []).map(({ id, name, count, cover }) => ({
          key: String(id),
          label: (
            <span className={options.optionCover}>
              <Cover id={cover} />
              {leaf(name)}
            </span>
          ),
          count,
          isChosen: view.album === name,
          onChoose: () =>
            onChange(view.album === name ? without(view, 'album') : { ...view, album: name, order: 'album' }),
        }))}
      />
      {data?.items.length === 0 && <p className={options.panelNote}>{words('none')}</p>}
      <button type="button" className={button()} onClick={() => openPanel('albums')}>
        <Images size={16} aria-hidden />
        {words('organise')}
      </button>
    </>
  );
}
