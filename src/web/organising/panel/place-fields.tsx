import { useId, useState } from 'react';
import type { ImageChange } from '../../../contract/image-change.ts';
import type { ImagesSummary } from '../../../contract/images-summary.ts';
import { type Coordinate, COORDINATE_LIMITS, COORDINATES } from '../../../contract/image-texts.ts';
import { number, t } from '../../i18n/words.ts';
import { button } from '../../ui/button.ts';
import { classes } from '../../ui/classes.ts';
import { isWithin, writtenNumber, writtenPlace } from './degrees.ts';
import controls from '../../ui/controls.module.css';
import styles from './fields.module.css';

interface Props {
  shared: ImagesSummary;
  disabled: boolean;
  onSave: (place: Pick<ImageChange, Coordinate>) => void;
}

const EXAMPLES = { latitude: 48.1372, longitude: 11.5756, altitude: 520 };
/** As in the field: with the reader's decimal sign, but without grouping. */
const inDigits = (value: number) => number(value, { maximumFractionDigits: 7, useGrouping: false });

/** Latitude and longitude belong together: one without the other is not stored. */
export function PlaceFields({ shared, disabled, onSave }: Props) {
  const id = useId();
  const [drafts, setDrafts] = useState<Partial<Record<Coordinate, string>>>({});
  const [trouble, setTrouble] = useState<{ name: Coordinate; words: string } | null>(null);
  const write = (name: Coordinate, text: string) => {
    setDrafts({ ...drafts, [name]: text });
    setTrouble(null);
  };

  const save = (name: Coordinate) => {
    const both = name === 'altitude' ? null : writtenPlace(drafts[name] ?? '');
    if (both) {
      setDrafts({});
      onSave(both);
      return;
    }
    const place: Pick<ImageChange, Coordinate> = {};
    for (const each of COORDINATES) {
      const text = drafts[each];
      if (text === undefined) continue;
      const value = writtenNumber(text);
      if (value !== null && !isWithin(each, value)) {
        const limit = COORDINATE_LIMITS[each];
        const words = t('texts.range', {
          field: t(`texts.${each}`),
          example: inDigits(EXAMPLES[each]),
          low: number(-limit),
          high: number(limit),
        });
        setTrouble({ name: each, words });
        return;
      }
      if (value !== shared[each].value) place[each] = value;
    }
    const after = (each: Coordinate) => (place[each] === undefined ? shared[each].value : place[each]);
    const isMixed = !shared.latitude.is_shared || !shared.longitude.is_shared;
    if (!isMixed && (after('latitude') === null) !== (after('longitude') === null)) {
      setTrouble({ name, words: t('texts.half') });
      return;
    }
    setTrouble(null);
    setDrafts({});
    if (Object.keys(place).length > 0) onSave(place);
  };

  const isEmpty = COORDINATES.every((name) => shared[name].is_shared && shared[name].value === null);
  return (
    <fieldset className={styles.place}>
      <legend>{t('texts.place')}</legend>
      {COORDINATES.map((name) => {
        const { value, is_shared } = shared[name];
        return (
          <div key={name} className={styles.row}>
            <label htmlFor={id + name}>{t(`texts.${name}`)}</label>
            <input
              id={id + name}
              className={classes(controls.field, styles.field)}
              type="text"
              inputMode="text"
              autoComplete="off"
              value={drafts[name] ?? (value === null ? '' : inDigits(value))}
              placeholder={is_shared ? '' : t('texts.different')}
              readOnly={disabled}
              aria-disabled={disabled}
              aria-invalid={trouble?.name === name}
              aria-describedby={`${id}trouble`}
              onChange={({ target }) => write(name, target.value)}
              onBlur={() => save(name)}
              onKeyDown={(event) => {
                if (event.key === 'Enter') {
                  event.preventDefault();
                  save(name);
                } else if (event.key === 'Escape' && drafts[name] !== undefined) {
                  event.preventDefault();
                  event.stopPropagation();
                  setDrafts({});
                  setTrouble(null);
                }
              }}
            />
          </div>
        );
      })}
      <p id={`${id}trouble`} className={styles.trouble} role="status">
        {trouble?.words}
      </p>
      {!disabled && !isEmpty && (
        <button
          type="button"
          className={classes(button('quiet'), styles.clearPlace)}
          onClick={() => {
            setDrafts({});
            setTrouble(null);
            onSave({ latitude: null, longitude: null, altitude: null });
          }}
        >
          {t('texts.clearPlace')}
        </button>
      )}
    </fieldset>
  );
}
