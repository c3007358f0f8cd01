import type { UnknownField } from '../../contract/capture-fields.ts';
import type { Statistics as Counts } from '../../contract/statistics.ts';
import { type GalleryView, writeView } from '../gallery/gallery-view.ts';
import { number, t as page } from '../i18n/words.ts';
import { ratingWords } from '../ui/marks.tsx';
import { Select } from '../ui/select.tsx';
import controls from '../ui/controls.module.css';
import { type Bar, BarTable } from './bar-table.tsx';
import { narrowed } from './narrowed.ts';
import styles from './statistics.module.css';
import { t } from './words.ts';

interface Props {
  data: Counts;
  /** Each bar leads to this view of the gallery with one filter more. */
  view: GalleryView;
}

interface KeepersProps extends Props {
  importStars: number;
  onImportStars: (stars: number) => void;
}

export function Plots({ data, view, importStars, onImportStars }: KeepersProps) {
  return (
    <div className={styles.plots}>
      <Years data={data} view={view} />
      <Ratings data={data} view={view} />
      <Cameras data={data} view={view} />
      <Lenses data={data} view={view} />
      <Keepers data={data} view={view} importStars={importStars} onImportStars={onImportStars} />
      <Settings data={data} view={view} />
    </div>
  );
}

const urlOf = (view: GalleryView, more: Partial<GalleryView>) => `/${writeView(narrowed(view, more))}`;

/** Bars of numbers; what is not known has one of its own. */
function barsOf(
  counts: Counts['years'],
  view: GalleryView,
  field: UnknownField,
  label: (value: number) => string,
  more: (value: number) => Partial<GalleryView>,
): Bar[] {
  return counts.map(({ value, count }) => ({
    label: value === null ? t('unknown') : label(value),
    size: count,
    url: urlOf(view, value === null ? { unknown: [field] } : more(value)),
  }));
}

function Years({ data, view }: Props) {
  const bars = barsOf(data.years, view, 'datetime_taken', String, (year) => {
    const digits = String(year).padStart(4, '0');
    return { from: `${digits}-01-01`, to: `${digits}-12-31` };
  });
  return <BarTable title={t('years')} label={t('year')} most={40} bars={bars} />;
}

function Ratings({ data, view }: Props) {
  const stars = (value: number) => urlOf(view, { ratingMin: value, ratingMax: value });
  const bars = data.ratings.map(({ value, count }) => ({
    label: value === 0 ? page('filter.onlyUnrated') : ratingWords(value),
    size: count,
    url: stars(value),
  }));
  const rejected = { label: page('marks.Rejected'), size: data.rejected, url: stars(-1) };
  return <BarTable title={t('ratings')} label={t('rating')} bars={[...bars, rejected]} />;
}

function Cameras({ data, view }: Props) {
  const bars = data.cameras.map(({ maker, model, count }) => {
    const camera = model ?? maker;
    return {
      label: camera ?? t('unknown'),
      size: count,
      url: urlOf(view, camera === null ? { unknown: ['camera'] } : { cameras: [camera] }),
    };
  });
  return <BarTable title={t('cameras')} label={t('camera')} isRanked bars={bars} />;
}

const withLens = (name: string | null): Partial<GalleryView> =>
  name === null ? { unknown: ['lens'] } : { lenses: [name] };

function Lenses({ data, view }: Props) {
  const bars = data.lenses.map(({ lens, count }) => ({
    label: lens ?? t('unknown'),
    size: count,
    url: urlOf(view, withLens(lens)),
  }));
  return <BarTable title={t('lenses')} label={t('lens')} isRanked bars={bars} />;
}

const MOST_STARS = 5;

/** Of the pictures of each lens that are decided, the share with more stars than the import gave. */
function Keepers({ data, view, importStars, onImportStars }: KeepersProps) {
  const bars = data.lenses
    .filter(({ decided }) => decided > 0)
    .map(({ lens, decided, kept }) => ({
      label: lens ?? t('unknown'),
      size: kept / decided,
      words: t('share', { share: number(kept / decided, { style: 'percent' }), decided: number(decided) }),
      url: urlOf(view, { ...withLens(lens), ratingMin: importStars + 1 }),
    }));
  const choice = (
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
  );
  return (
    <BarTable
      title={t('keepers')}
      label={t('lens')}
      value={t('kept')}
      how={t('keepersHow')}
      choice={choice}
      isRanked
      whole={1}
      bars={bars}
    />
  );
}

const plain = (value: number) => number(value, { maximumFractionDigits: 1, useGrouping: false });

/** What was set at the camera, and when. */
function Settings({ data, view }: Props) {
  const focalLengths = barsOf(
    data.focal_lengths,
    view,
    'focal_length',
    (value) => page('filter.range.focal_length', { range: plain(value) }),
    (value) => ({ focal_length_min: value, focal_length_max: value }),
  );
  const apertures = barsOf(
    data.apertures,
    view,
    'aperture',
    (value) => page('filter.range.aperture', { range: plain(value) }),
    (value) => ({ aperture_min: value, aperture_max: value }),
  );
  const hours = barsOf(
    data.hours,
    view,
    'datetime_taken',
    (hour) => page('filter.hourWords', { hour }),
    (hour) => ({ hour }),
  );
  return (
    <>
      <BarTable title={t('focalLengths')} label={t('focalLength')} bars={focalLengths} />
      <BarTable title={t('apertures')} label={t('aperture')} bars={apertures} />
      <BarTable title={t('hours')} label={t('hour')} most={25} bars={hours} />
    </>
  );
}
