import { useEffect } from 'react';
import { useQuery } from '@tanstack/react-query';
import type { UnknownField } from '../../contract/capture-fields.ts';
import type { Statistics as Counts } from '../../contract/statistics.ts';
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
import { number, t as page } from '../i18n/words.ts';
import { linkTo, navigate, useAddress } from '../location.ts';
import { button } from '../ui/button.ts';
import { ratingWords } from '../ui/marks.tsx';
import { Notice, Waiting } from '../ui/notice.tsx';
import { Reason } from '../ui/reason.tsx';
import { Select } from '../ui/select.tsx';
import controls from '../ui/controls.module.css';
import segments from '../ui/segments.module.css';
import { type Bar, BarTable } from './bar-table.tsx';
import { narrowed } from './narrowed.ts';
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
  if (!data) {
    if (!error) return <Waiting />;
    return (
      <Notice title={page('gallery.cannotList')}>
        <p>
          <Reason error={error} />
        </p>
      </Notice>
    );
  }
  return (
    <div className={styles.page}>
      <header className={styles.head}>
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
const MOST_STARS = 5;
const readImportStars = (text: string | null) => (/^[0-5]$/.test(text ?? '') ? Number(text) : USUAL_IMPORT_STARS);

const address = (view: GalleryView, isEach: boolean, importStars: number) => {
  const said = new URLSearchParams(writeView(view));
  if (isEach) said.set('count', 'images');
  if (importStars !== USUAL_IMPORT_STARS) said.set('import_stars', String(importStars));
  return `/statistics${said.size > 0 ? `?${said}` : ''}`;
};

interface PlotsProps {
  data: Counts;
  view: GalleryView;
  importStars: number;
  onImportStars: (stars: number) => void;
}

function Plots({ data, view, importStars, onImportStars }: PlotsProps) {
  /** The gallery with this filter more. */
  const url = (more: Partial<GalleryView>) => `/${writeView(narrowed(view, more))}`;
  const bars = (
    counts: Counts['years'],
    field: UnknownField,
    label: (value: number) => string,
    more: (value: number) => Partial<GalleryView>,
  ): Bar[] =>
    counts.map(({ value, count }) => ({
      label: value === null ? t('unknown') : label(value),
      size: count,
      url: url(value === null ? { unknown: [field] } : more(value)),
    }));
  const plain = (value: number) => number(value, { maximumFractionDigits: 1, useGrouping: false });
  const lens = (name: string | null): Partial<GalleryView> =>
    name === null ? { unknown: ['lens'] } : { lenses: [name] };
  return (
    <div className={styles.plots}>
      <BarTable
        title={t('years')}
        label={t('year')}
        most={40}
        bars={bars(data.years, 'datetime_taken', String, (year) => ({
          from: `${String(year).padStart(4, '0')}-01-01`,
          to: `${String(year).padStart(4, '0')}-12-31`,
        }))}
      />
      <BarTable
        title={t('ratings')}
        label={t('rating')}
        bars={[
          ...data.ratings.map(({ value, count }) => ({
            label: value === 0 ? page('filter.onlyUnrated') : ratingWords(value),
            size: count,
            url: url({ ratingMin: value, ratingMax: value }),
          })),
          { label: page('marks.Rejected'), size: data.rejected, url: url({ ratingMin: -1, ratingMax: -1 }) },
        ]}
      />
      <BarTable
        title={t('cameras')}
        label={t('camera')}
        isRanked
        bars={data.cameras.map(({ maker, model, count }) => {
          const camera = model ?? maker;
          return {
            label: camera ?? t('unknown'),
            size: count,
            url: url(camera === null ? { unknown: ['camera'] } : { cameras: [camera] }),
          };
        })}
      />
      <BarTable
        title={t('lenses')}
        label={t('lens')}
        isRanked
        bars={data.lenses.map(({ lens: name, count }) => ({
          label: name ?? t('unknown'),
          size: count,
          url: url(lens(name)),
        }))}
      />
      <BarTable
        title={t('keepers')}
        label={t('lens')}
        value={t('kept')}
        how={t('keepersHow')}
        choice={
          <label className={styles.choice}>
            {t('importStars')}
            <Select
              name="import_stars"
              className={controls.field}
              value={String(importStars)}
              onChange={(stars) => onImportStars(Number(stars))}
            >
              {Array.from({ length: MOST_STARS }, (_, stars) => (
                <option key={stars} value={stars}>
                  {ratingWords(stars)}
                </option>
              ))}
            </Select>
          </label>
        }
        isRanked
        whole={1}
        bars={data.lenses
          .filter(({ decided }) => decided > 0)
          .map(({ lens: name, decided, kept }) => ({
            label: name ?? t('unknown'),
            size: kept / decided,
            words: t('share', {
              share: number(kept / decided, { style: 'percent' }),
              decided: number(decided),
            }),
            url: url({ ...lens(name), ratingMin: importStars + 1 }),
          }))}
      />
      <BarTable
        title={t('focalLengths')}
        label={t('focalLength')}
        bars={bars(
          data.focal_lengths,
          'focal_length',
          (value) => page('filter.range.focal_length', { range: plain(value) }),
          (value) => ({ focal_length_min: value, focal_length_max: value }),
        )}
      />
      <BarTable
        title={t('apertures')}
        label={t('aperture')}
        bars={bars(
          data.apertures,
          'aperture',
          (value) => page('filter.range.aperture', { range: plain(value) }),
          (value) => ({ aperture_min: value, aperture_max: value }),
        )}
      />
      <BarTable
        title={t('hours')}
        label={t('hour')}
        most={25}
        bars={bars(
          data.hours,
          'datetime_taken',
          (hour) => page('filter.hourWords', { hour }),
          (hour) => ({ hour }),
        )}
      />
    </div>
  );
}
