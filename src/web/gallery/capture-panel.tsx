import { useState } from 'react';
import { RANGE_NAMES, UNKNOWN_FIELDS } from '../../contract/capture-fields.ts';
import { t } from '../i18n/words.ts';
import type { GalleryView } from './gallery-view.ts';
import { Options } from './options.tsx';
import controls from '../ui/controls.module.css';
import options from './options.module.css';

interface Props {
  view: GalleryView;
  onChange: (view: GalleryView) => void;
}

/** How a picture was taken: ranges of numbers, the hour, and what the camera did not tell. */
export function CapturePanel({ view, onChange }: Props) {
  const hours = Array.from({ length: 24 }, (_, hour) => hour);
  return (
    <>
      {RANGE_NAMES.map((name) => (
        <fieldset key={name} className={options.range}>
          <legend>{t(`filter.rangeName.${name}`)}</legend>
          <div className={options.panelPair}>
            {([`${name}_min`, `${name}_max`] as const).map((bound) => (
              <Bound
                key={bound}
                name={bound}
                label={t(bound === `${name}_min` ? 'filter.from' : 'filter.to')}
                value={view[bound]}
                onChange={(value) => onChange({ ...view, [bound]: value })}
              />
            ))}
          </div>
        </fieldset>
      ))}
      <div className={options.panelPair}>
        <label>
          {t('filter.hour')}
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
      <h2>{t('filter.notTold')}</h2>
      <Options
        label={t('filter.notTold')}
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

interface BoundProps {
  name: string;
  label: string;
  value: number | null;
  onChange: (value: number | null) => void;
}

/** What is being typed stays as it is; a number counts from its first digit. */
function Bound({ name, label, value, onChange }: BoundProps) {
  const [typed, setTyped] = useState(value === null ? '' : String(value));
  const isNumber = /^\d{0,9}([.,]\d{0,6})?$/.test(typed.trim());
  return (
    <label>
      {label}
      <input
        name={name}
        className={controls.field}
        inputMode="decimal"
        autoComplete="off"
        aria-invalid={!isNumber}
        aria-describedby={isNumber ? undefined : `${name}-wrong`}
        value={typed}
        onChange={({ target }) => {
          setTyped(target.value);
          const text = target.value.trim().replace(',', '.');
          if (text === '') onChange(null);
          else if (/^\d{1,9}(\.\d{0,6})?$/.test(text)) onChange(Number(text));
        }}
      />
      {!isNumber && (
        <span id={`${name}-wrong`} role="alert">
          {t('filter.noNumber')}
        </span>
      )}
    </label>
  );
}
