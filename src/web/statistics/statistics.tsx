import { useEffect } from 'react';
import { useQuery } from '@tanstack/react-query';
import { statisticsQuery } from '../api/statistics.ts';
import {
  EVERYTHING,
  FILTER_NAMES,
  filterParameters,
  type GalleryView,
  isSet,
  writeView,
} from '../gallery/gallery-view.ts';
import { useFilterWords } from '../gallery/use-filter-words.ts';
import { t as page } from '../i18n/words.ts';
import { linkTo, navigate, useAddress } from '../location.ts';
import { button } from '../ui/button.ts';
import { Notice } from '../ui/notice.tsx';
import frame from '../ui/page.module.css';
import segments from '../ui/segments.module.css';
import { Unanswered } from '../ui/unanswered.tsx';
import { Plots } from './plots.tsx';
import styles from './statistics.module.css';
import { t } from './words.ts';

/** What the pictures of a view were taken with. Whatever is counted leads to the gallery that shows it. */
export function Statistics({ view }: { view: GalleryView }) {
  const { search } = useAddress();
  const isEach = search.get('count') === 'images';
  const importStars = readImportStars(search.get('import_stars'));
  const { data, error } = useQuery(
    statisticsQuery({
      ...filterParameters(view),
      count: isEach ? 'images' : 'photographs',
      import_stars: String(importStars),
    }),
  );
  const words = useFilterWords(view);
  const filters = FILTER_NAMES.filter((name) => isSet(view, name)).map(words);
  const title = page('menu.statistics');
  useEffect(() => {
    document.title = `${title} – Safelight`;
  }, [title]);
  if (!data) return <Unanswered title={page('gallery.cannotList')} error={error} />;
  return (
    <div className={frame.page}>
      <header className={frame.head}>
        <div>
          <h1>{title}</h1>
          <p role="status">
            {t(isEach ? 'pictures' : 'photographs', { count: data.total })}
            {filters.length > 0 && ` · ${t('filteredBy', { filters: filters.join(' · ') })}`}
          </p>
        </div>
        <div className={styles.actions}>
          <div className={segments.segments} role="group" aria-label={t('counted')}>
            {[false, true].map((each) => (
              <button
                key={String(each)}
                type="button"
                aria-pressed={each === isEach}
                onClick={() => navigate(address(view, each, importStars), { replace: true })}
              >
                {t(each ? 'each' : 'once')}
              </button>
            ))}
          </div>
          {filters.length > 0 && (
            <a className={button()} {...linkTo(address(EVERYTHING, isEach, importStars))}>
              {t('all')}
            </a>
          )}
          <a className={button()} {...linkTo(`/${writeView(view)}`)}>
            {t('gallery')}
          </a>
        </div>
      </header>
      {!isEach && <p className={styles.how}>{t('onceHow')}</p>}
      {data.total === 0 ? (
        <Notice title={page('gallery.noMatch')} />
      ) : (
        <Plots
          data={data}
          view={view}
          importStars={importStars}
          onImportStars={(stars) => navigate(address(view, isEach, stars), { replace: true })}
        />
      )}
    </div>
  );
}

/** As darktable's import dialog has it, unless it was set otherwise. */
const USUAL_IMPORT_STARS = 1;
const readImportStars = (text: string | null) => (/^[0-5]$/.test(text ?? '') ? Number(text) : USUAL_IMPORT_STARS);

const address = (view: GalleryView, isEach: boolean, importStars: number) => {
  const said = new URLSearchParams(writeView(view));
  if (isEach) said.set('count', 'images');
  if (importStars !== USUAL_IMPORT_STARS) said.set('import_stars', String(importStars));
  return `/statistics${said.size > 0 ? `?${said}` : ''}`;
};
