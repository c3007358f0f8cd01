import { useEffect, useEffectEvent, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import {
  MOST_OF_RANGE,
  RANGE_NAMES,
  type RangeBound,
  type RangeName,
  UNKNOWN_FIELDS,
} from '../../contract/capture-fields.ts';
import { readDecimal, readExposure, readWhole } from '../../contract/read-number.ts';
import { statisticsQuery } from '../api/statistics.ts';
import { number, t } from '../i18n/words.ts';
import { exposureWords } from './filter-words.ts';
import { filterParameters, type GalleryView } from './gallery-view.ts';
import { barsOf, isInRange } from './histogram.ts';
import { Options } from './options.tsx';
import { t as find } from './search/words.ts';
import { classes } from '../ui/classes.ts';
import controls from '../ui/controls.module.css';
import styles from './capture-panel.module.css';
import options from './options.module.css';

interface Props {
  view: GalleryView;
  /** `replace`: the back button does not undo it by itself. */
  onChange: (view: GalleryView, options?: { replace?: boolean }) => void;
}

/** How a picture was taken: ranges of numbers, the hour, and what the camera did not tell. */
export function CapturePanel({ view, onChange }: Props) {
  const hours = Array.from({ length: 24 }, (_, hour) => hour);
  return (
    <>
      {RANGE_NAMES.map((name) => (
        <fieldset key={name} className={options.range}>
          <legend>{find(`rangeName.${name}`)}</legend>
          <Histogram name={name} view={view} />
          <div className={options.panelPair}>
            {([`${name}_min`, `${name}_max`] as const).map((bound) => (
              <Bound
                key={bound}
                range={name}
                name={bound}
                label={find(bound === `${name}_min` ? 'from' : 'to')}
                view={view}
                onChange={onChange}
              />
            ))}
          </div>
        </fieldset>
      ))}
      <div className={options.panelPair}>
        <label>
          {find('hour')}
          <select
            name="hour"
            className={controls.field}
            value={String(view.hour)}
            onChange={({ target }) =>
              onChange({ ...view, hour: target.value === 'null' ? null : Number(target.value) })
            }
          >
            <option value="null">{t('filter.any')}</option>
            {hours.map((hour) => (
              <option key={hour} value={hour}>
                {t('filter.hourWords', { hour })}
              </option>
            ))}
          </select>
        </label>
      </div>
      <h2>{find('notTold')}</h2>
      <Options
        label={find('notTold')}
        options={UNKNOWN_FIELDS.map((field) => ({
          key: field,
          label: t(`filter.unknown.${field}`),
          isChosen: view.unknown.includes(field),
          onChoose: () =>
            onChange({
              ...view,
              unknown: UNKNOWN_FIELDS.filter((other) => view.unknown.includes(other) !== (other === field)),
            }),
        }))}
      />
    </>
  );
}

const COUNTS = {
  focal_length: 'focal_lengths',
  aperture: 'apertures',
  exposure: 'exposures',
  iso: 'isos',
  megapixels: 'megapixels',
} as const;
const BARS = 36;

/** How many pictures the other filters leave, along the scale; those in the range stand out. The numbers themselves are in the statistics. */
function Histogram({ name, view }: { name: RangeName; view: GalleryView }) {
  const [least, most] = [view[`${name}_min`], view[`${name}_max`]];
  const others = { ...view, [`${name}_min`]: null, [`${name}_max`]: null };
  const { data } = useQuery(statisticsQuery({ ...filterParameters(others), count: 'images' }));
  const bars = barsOf(data?.[COUNTS[name]] ?? [], BARS);
  const tallest = Math.max(...bars.map(({ count }) => count));
  return (
    <div className={styles.histogram} aria-hidden>
      {bars.map((bar, at) => (
        <span
          key={at}
          className={classes(styles.bar, isInRange(bar, least, most) && styles.inRange)}
          style={{ blockSize: bar.count > 0 ? `max(2px, ${(100 * bar.count) / tallest}%)` : 0 }}
        />
      ))}
    </div>
  );
}

interface BoundProps {
  range: RangeName;
  name: RangeBound;
  label: string;
  view: GalleryView;
  onChange: Props['onChange'];
}

const TYPING_PAUSE_MS = 400;

const readers = { exposure: readExposure, iso: readWhole } as Partial<Record<RangeName, typeof readDecimal>>;

/** The number that is typed; null: none, undefined: that is no number, or one that no picture can have. */
function typedNumber(text: string, name: RangeName): number | null | undefined {
  const said = text.trim();
  if (said === '') return null;
  const value = (readers[name] ?? readDecimal)(said);
  return value === null || value > MOST_OF_RANGE[name] ? undefined : value;
}

const written = (value: number | null, name: RangeName) =>
  value === null ? '' : name === 'exposure' ? exposureWords(value) : number(value, { useGrouping: false });

/** What is being typed stays as it is; the number counts after a pause. */
function Bound({ range, name, label, view, onChange }: BoundProps) {
  const value = view[name];
  const [typed, setTyped] = useState({ text: written(value, range), value });
  // The filter was cleared, or the back button changed the address.
  if (value !== typed.value) setTyped({ text: written(value, range), value });
  const wanted = typedNumber(typed.text, range);
  const isWrong = wanted === undefined;
  const store = () => {
    if (wanted === undefined || wanted === value) return;
    setTyped({ ...typed, value: wanted });
    onChange({ ...view, [name]: wanted }, { replace: value !== null });
  };
  const storeAfterPause = useEffectEvent(store);
  useEffect(() => {
    const timer = setTimeout(() => storeAfterPause(), TYPING_PAUSE_MS);
    return () => clearTimeout(timer);
  }, [typed.text]);
  return (
    <label>
      {label}
      <input
        name={name}
        className={controls.field}
        inputMode={range === 'exposure' ? 'text' : 'decimal'}
        autoComplete="off"
        aria-invalid={isWrong}
        aria-describedby={isWrong ? `${name}-wrong` : undefined}
        value={typed.text}
        onChange={({ target }) => setTyped({ ...typed, text: target.value })}
        onBlur={store}
      />
      {isWrong && (
        <span id={`${name}-wrong`} role="alert">
          {find('noNumber')}
        </span>
      )}
    </label>
  );
}
