import { useQuery } from '@tanstack/react-query';
import { COLOR_LABELS } from '../../contract/color-labels.ts';
import { timelineQuery } from '../api/images.ts';
import { t } from '../i18n/words.ts';
import { ColorDot, Rating, ratingWords } from '../ui/marks.tsx';
import { filterParameters, type GalleryView, without } from './gallery-view.ts';
import { Options } from './options.tsx';
import { t as find } from './search/words.ts';
import { useFacets } from './use-facets.ts';
import controls from '../ui/controls.module.css';
import options from './options.module.css';

interface Props {
  view: GalleryView;
  onChange: (view: GalleryView) => void;
}

export function RatingPanel({ view, onChange }: Props) {
  const facets = useFacets(view);
  const count = (min: number, max: number) =>
    facets?.ratings.reduce((sum, { rating, count }) => sum + (rating >= min && rating <= max ? count : 0), 0);
  const range = (min: number | null, max: number | null) =>
    onChange({ ...without(view, 'rating'), ratingMin: min, ratingMax: max });
  const isNow = (min: number | null, max: number | null) =>
    view.ratingMin === min && view.ratingMax === max && view.undecided === null;
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
            key: 'decided',
            label: t('filter.decided'),
            count: facets?.decided,
            isChosen: view.undecided === false,
            onChoose: () => onChange({ ...view, undecided: view.undecided === false ? null : false }),
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
            {find(bound === 'ratingMin' ? 'ratingFrom' : 'ratingTo')}
            <select
              name={bound}
              className={controls.field}
              value={String(view[bound])}
              onChange={({ target }) => {
                const value = target.value === 'null' ? null : Number(target.value);
                // Up to some stars: rejects are only there when they are asked for.
                const from = bound === 'ratingMax' && (value ?? -1) >= 0 ? (view.ratingMin ?? 0) : view.ratingMin;
                onChange({ ...view, ratingMin: from, [bound]: value });
              }}
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
      <h2>{find('labels')}</h2>
      <Options
        label={find('labels')}
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
  const choice = (part: 'raw' | 'edited' | 'duplicate' | 'grouped' | 'placed', value: boolean) => ({
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
      <h2>{find('edits')}</h2>
      <Options
        label={find('edits')}
        options={[
          { key: 'edited', label: t('filter.edited'), count: facets?.edited, ...choice('edited', true) },
          { key: 'notEdited', label: t('filter.notEdited'), count: facets?.not_edited, ...choice('edited', false) },
        ]}
      />
      <h2>{find('versions')}</h2>
      <Options
        label={find('versions')}
        options={[
          { key: 'duplicate', label: t('filter.duplicate'), count: facets?.duplicate, ...choice('duplicate', true) },
          {
            key: 'notDuplicate',
            label: t('filter.notDuplicate'),
            count: facets?.not_duplicate,
            ...choice('duplicate', false),
          },
          { key: 'grouped', label: t('filter.grouped'), count: facets?.grouped, ...choice('grouped', true) },
          { key: 'notGrouped', label: t('filter.notGrouped'), count: facets?.not_grouped, ...choice('grouped', false) },
          {
            key: 'leaders',
            label: t('filter.leaders'),
            count: facets?.leaders,
            isChosen: view.leaders,
            onChoose: () => onChange({ ...view, leaders: !view.leaders }),
          },
        ]}
      />
      <h2>{find('place')}</h2>
      <Options
        label={find('place')}
        options={[
          { key: 'placed', label: t('filter.placed'), count: facets?.placed, ...choice('placed', true) },
          { key: 'notPlaced', label: t('filter.notPlaced'), count: facets?.not_placed, ...choice('placed', false) },
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
            {find(bound)}
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
      <div className={options.panelPair}>
        <label>
          {find('changedSince')}
          <input
            name="changed_since"
            className={controls.field}
            type="date"
            value={view.changedSince ?? ''}
            onChange={({ target }) => {
              if (target.value === '' || target.value > '1800')
                onChange({ ...view, changedSince: target.value || null });
            }}
          />
        </label>
      </div>
      {years.size > 0 && (
        <>
          <h2>{find('years')}</h2>
          <Options
            label={find('years')}
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

/** A name more, or one less. */
const toggled = (names: readonly string[], name: string) =>
  names.includes(name) ? names.filter((other) => other !== name) : [...names, name];

export function CameraPanel({ view, onChange }: Props) {
  const facets = useFacets(without(view, 'camera'));
  return (
    <Options
      label={t('filter.camera')}
      options={(facets?.cameras ?? []).flatMap(({ maker, model, count }) => {
        const name = model ?? maker;
        if (name === null) return [];
        return [
          {
            key: `${maker} ${model}`,
            label: name,
            count,
            isChosen: view.cameras.includes(name),
            onChoose: () => onChange({ ...view, cameras: toggled(view.cameras, name) }),
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
        isChosen: view.lenses.includes(lens),
        onChoose: () => onChange({ ...view, lenses: toggled(view.lenses, lens) }),
      }))}
    />
  );
}
