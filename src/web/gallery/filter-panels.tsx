import { useQuery } from '@tanstack/react-query';
import { COLOR_LABELS } from '../../contract/color-labels.ts';
import { facetsQuery, timelineQuery } from '../api/images.ts';
import { t } from '../i18n/words.ts';
import { ColorDot, Rating, ratingWords } from '../ui/marks.tsx';
import { filterParameters, type GalleryView, without } from './gallery-view.ts';
import { Options } from './options.tsx';
import controls from '../ui/controls.module.css';
import options from './options.module.css';

interface Props {
  view: GalleryView;
  onChange: (view: GalleryView) => void;
}

const useFacets = (view: GalleryView) => useQuery(facetsQuery(filterParameters(view))).data;

export function RatingPanel({ view, onChange }: Props) {
  const facets = useFacets(view);
  const count = (min: number, max: number) =>
    facets?.ratings.reduce((sum, { rating, count }) => sum + (rating >= min && rating <= max ? count : 0), 0);
  const range = (min: number | null, max: number | null) => onChange({ ...view, ratingMin: min, ratingMax: max });
  const isNow = (min: number | null, max: number | null) => view.ratingMin === min && view.ratingMax === max;
  const bounds = [-1, 0, 1, 2, 3, 4, 5];
  return (
    <>
      <Options
        label={t('filter.rating')}
        options={[
          ...[5, 4, 3, 2, 1].map((stars) => ({
            key: `${stars}`,
            label: (
              <>
                <Rating rating={stars} size={14} />
                {stars < 5 && ` ${t('filter.atLeast', { rating: '' }).trim()}`}
              </>
            ),
            count: count(stars, 5),
            isChosen: isNow(stars, null),
            onChoose: () => range(stars, null),
          })),
          {
            key: 'notRejected',
            label: t('filter.notRejected'),
            count: count(0, 5),
            isChosen: isNow(0, null),
            onChoose: () => range(0, null),
          },
          {
            key: 'unrated',
            label: t('filter.onlyUnrated'),
            count: count(0, 0),
            isChosen: isNow(0, 0),
            onChoose: () => range(0, 0),
          },
          {
            key: 'rejected',
            label: t('filter.onlyRejected'),
            count: count(-1, -1),
            isChosen: isNow(-1, -1),
            onChoose: () => range(-1, -1),
          },
          {
            key: 'any',
            label: t('filter.any'),
            count: count(-1, 5),
            isChosen: isNow(null, null),
            onChoose: () => range(null, null),
          },
        ]}
      />
      <div className={options.panelPair}>
        {(['ratingMin', 'ratingMax'] as const).map((bound) => (
          <label key={bound}>
            {t(bound === 'ratingMin' ? 'filter.ratingFrom' : 'filter.ratingTo')}
            <select
              name={bound}
              className={controls.field}
              value={String(view[bound])}
              onChange={({ target }) =>
                onChange({ ...view, [bound]: target.value === 'null' ? null : Number(target.value) })
              }
            >
              <option value="null">{t('filter.any')}</option>
              {bounds.map((rating) => (
                <option key={rating} value={rating}>
                  {ratingWords(rating)}
                </option>
              ))}
            </select>
          </label>
        ))}
      </div>
    </>
  );
}

export function LabelPanel({ view, onChange }: Props) {
  const facets = useFacets(view);
  return (
    <>
      <h2>{t('filter.labels')}</h2>
      <Options
        label={t('filter.labels')}
        options={COLOR_LABELS.map((label) => ({
          key: label,
          label: (
            <span className={options.optionColor}>
              <ColorDot label={label} />
              {t(`marks.${label}`)}
            </span>
          ),
          count: facets?.color_labels[label],
          isChosen: view.labels.includes(label),
          onChoose: () =>
            onChange({
              ...view,
              labels: COLOR_LABELS.filter((other) => view.labels.includes(other) !== (other === label)),
            }),
        }))}
      />
    </>
  );
}

export function KindPanel({ view, onChange }: Props) {
  const facets = useFacets(view);
  /** A second click undoes the choice. */
  const choice = (part: 'raw' | 'edited', value: boolean) => ({
    isChosen: view[part] === value,
    onChoose: () => onChange({ ...view, [part]: view[part] === value ? null : value }),
  });
  return (
    <>
      <Options
        label={t('filter.kind')}
        options={[
          { key: 'raw', label: t('filter.raw'), count: facets?.raw, ...choice('raw', true) },
          { key: 'notRaw', label: t('filter.notRaw'), count: facets?.not_raw, ...choice('raw', false) },
          {
            key: 'hdr',
            label: t('filter.hdr'),
            count: facets?.hdr,
            isChosen: view.hdr,
            onChoose: () => onChange({ ...view, hdr: !view.hdr }),
          },
        ]}
      />
      <h2>{t('filter.edits')}</h2>
      <Options
        label={t('filter.edits')}
        options={[
          { key: 'edited', label: t('filter.edited'), count: facets?.edited, ...choice('edited', true) },
          { key: 'notEdited', label: t('filter.notEdited'), count: facets?.not_edited, ...choice('edited', false) },
        ]}
      />
    </>
  );
}

export function DatePanel({ view, onChange }: Props) {
  const { data } = useQuery(timelineQuery({ ...filterParameters(without(view, 'date')), sort_dir: 'desc' }));
  const years = new Map<string, number>();
  for (const { month, count } of data?.items ?? []) {
    const year = month?.slice(0, 4);
    if (year !== undefined) years.set(year, (years.get(year) ?? 0) + count);
  }
  return (
    <>
      <div className={options.panelPair}>
        {(['from', 'to'] as const).map((bound) => (
          <label key={bound}>
            {t(`filter.${bound}`)}
            <input
              name={bound}
              className={controls.field}
              type="date"
              value={view[bound] ?? ''}
              onChange={({ target }) => {
                // While a year is being typed, the date is in the first century.
                if (target.value === '' || target.value > '1800') onChange({ ...view, [bound]: target.value || null });
              }}
            />
          </label>
        ))}
      </div>
      {years.size > 0 && (
        <>
          <h2>{t('filter.years')}</h2>
          <Options
            label={t('filter.years')}
            options={[...years].map(([year, count]) => {
              const [from, to] = [`${year}-01-01`, `${year}-12-31`];
              const isChosen = view.from === from && view.to === to;
              return {
                key: year,
                label: year,
                count,
                isChosen,
                onChoose: () => onChange(isChosen ? without(view, 'date') : { ...view, from, to }),
              };
            })}
          />
        </>
      )}
    </>
  );
}

export function CameraPanel({ view, onChange }: Props) {
  const facets = useFacets(without(view, 'camera'));
  return (
    <Options
      label={t('filter.camera')}
      options={(facets?.cameras ?? []).flatMap(({ maker, model, count }) => {
        const name = model ?? maker;
        if (name === null) return [];
        const isChosen = view.camera === name;
        return [
          {
            key: `${maker} ${model}`,
            label: name,
            count,
            isChosen,
            onChoose: () => onChange({ ...view, camera: isChosen ? null : name }),
          },
        ];
      })}
    />
  );
}

export function LensPanel({ view, onChange }: Props) {
  const facets = useFacets(without(view, 'lens'));
  return (
    <Options
      label={t('filter.lens')}
      options={(facets?.lenses ?? []).map(({ lens, count }) => ({
        key: lens,
        label: lens,
        count,
        isChosen: view.lens === lens,
        onChoose: () => onChange({ ...view, lens: view.lens === lens ? null : lens }),
      }))}
    />
  );
}
