import { useState } from 'react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { queryClient } from '../../api/query-client.ts';
import { collectionPresetsQuery, deleteSearch, saveSearch, searchesQuery } from '../../api/searches.ts';
import { linkTo } from '../../location.ts';
import { Reason } from '../../ui/reason.tsx';
import { FILTERS, FILTER_NAMES, type GalleryView, writeView } from '../gallery-view.ts';
import { t } from './words.ts';
import { button } from '../../ui/button.ts';
import { classes } from '../../ui/classes.ts';
import controls from '../../ui/controls.module.css';
import menu from '../../ui/menu.module.css';
import options from '../options.module.css';
import styles from './saved-searches.module.css';

const LONGEST = 200;

/** Views of the gallery under a name: every browser of this Safelight has the same ones. */
export function SavedSearches({ view, onChosen }: { view: GalleryView; onChosen: () => void }) {
  const query = writeView(view).slice(1);
  const { data, error } = useQuery(searchesQuery);
  const change = useMutation({
    mutationFn: (act: () => Promise<unknown>) => act(),
    onSettled: () => queryClient.invalidateQueries(searchesQuery),
  });
  const [name, setName] = useState(() =>
    FILTER_NAMES.map((filter) => FILTERS[filter].words(view, {}))
      .filter((words) => words !== '')
      .join(', ')
      .slice(0, LONGEST),
  );
  const searches = data?.items ?? [];
  const presets = useQuery(collectionPresetsQuery).data?.items ?? [];
  const isSaved = searches.some((search) => search.query === query && search.name === name.trim());
  return (
    <>
      {searches.length > 0 && (
        <ul className={styles.searches} aria-label={t('saved')}>
          {searches.map((search) => (
            <li key={search.id}>
              <a
                className={classes(menu.item, styles.name)}
                aria-current={search.query === query ? 'page' : undefined}
                {...linkTo(`/${search.query === '' ? '' : `?${search.query}`}`, onChosen)}
              >
                {search.name}
              </a>
              <button
                type="button"
                className={button('quiet', 'icon')}
                aria-label={t('deleteSaved', { name: search.name })}
                title={t('deleteSaved', { name: search.name })}
                onClick={() => change.mutate(() => deleteSearch(search.id))}
              >
                <Trash2 size={16} aria-hidden />
              </button>
            </li>
          ))}
        </ul>
      )}
      {presets.length > 0 && (
        <>
          <h2 id="collection-presets">{t('presets')}</h2>
          <ul className={styles.searches} aria-labelledby="collection-presets">
            {presets.map(({ name, query: found, why_not: whyNot }) => (
              <li key={name}>
                {found === null ? (
                  <span className={styles.unsaid}>
                    {name}
                    <small>{whyNot && t(`presetNot.${whyNot}`)}</small>
                  </span>
                ) : (
                  <a
                    className={classes(menu.item, styles.name)}
                    aria-current={found === query ? 'page' : undefined}
                    {...linkTo(`/${found === '' ? '' : `?${found}`}`, onChosen)}
                  >
                    {name}
                  </a>
                )}
              </li>
            ))}
          </ul>
        </>
      )}
      <form
        className={styles.save}
        onSubmit={(event) => {
          event.preventDefault();
          change.mutate(() => saveSearch({ name: name.trim(), query }));
        }}
      >
        <label>
          {t('saveAs')}
          <input
            name="search-name"
            className={controls.field}
            autoComplete="off"
            maxLength={LONGEST}
            value={name}
            onChange={({ target }) => setName(target.value)}
          />
        </label>
        <button type="submit" className={button('primary')} disabled={name.trim() === '' || isSaved}>
          {t(isSaved ? 'isSaved' : 'save')}
        </button>
      </form>
      <p className={options.panelNote}>{t('savedHow')}</p>
      {(change.error ?? error) && (
        <p role="alert">
          <Reason error={change.error ?? error} />
        </p>
      )}
    </>
  );
}
