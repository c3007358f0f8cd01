import { useQuery } from '@tanstack/react-query';
import { BITS, hasQuality, INTENTS, KEPT, RECIPE_FORMATS, RECIPE_PROFILES } from '../../contract/recipe-formats.ts';
import type { NewRecipe } from '../../contract/recipes.ts';
import { stylesQuery } from '../api/styles.ts';
import controls from '../ui/controls.module.css';
import form from '../ui/form.module.css';
import { Labelled } from '../ui/labelled.tsx';
import { NumberInput } from './number-input.tsx';
import styles from './recipe-form.module.css';
import { formatWords, PROFILE_NAMES } from './recipe-words.ts';
import { t } from './words.ts';

interface Props {
  recipe: NewRecipe;
  onChange: (recipe: NewRecipe) => void;
}

export function FormatFields({ recipe, onChange }: Props) {
  const { format, quality, bits } = recipe;
  return (
    <div className={styles.row}>
      <Choice
        label={t('format')}
        value={format}
        options={RECIPE_FORMATS.map((one) => [one, formatWords(one)])}
        onChoose={(chosen) => {
          const { bits: _, ...others } = recipe;
          onChange({ ...others, format: chosen });
        }}
      />
      {hasQuality(format) && (
        <NumberInput
          label={t('quality')}
          value={quality}
          min={1}
          max={100}
          onChange={(next) => onChange({ ...recipe, quality: next })}
        />
      )}
      {BITS[format].length > 1 && (
        <Choice
          label={t('bits')}
          value={bits ?? 8}
          options={BITS[format].map((one) => [one, t('bitsMany', { bits: String(one) })])}
          onChoose={(chosen) => onChange({ ...recipe, bits: chosen })}
        />
      )}
    </div>
  );
}

export function ColorFields({ recipe, onChange }: Props) {
  const { data: known } = useQuery(stylesQuery());
  const { profile, style } = recipe;
  // One that darktable lost stays to be seen.
  const names = new Set([...(known?.items ?? []).map(({ name }) => name), ...(style === null ? [] : [style])]);
  return (
    <div className={styles.row}>
      <Choice
        label={t('profile')}
        value={profile}
        options={RECIPE_PROFILES.map((one) => [one, PROFILE_NAMES[one]])}
        onChoose={(chosen) => onChange({ ...recipe, profile: chosen })}
      />
      <Choice
        label={t('style')}
        value={style ?? ''}
        options={[['', t('noStyle')], ...Array.from(names, (name): [string, string] => [name, name])]}
        onChoose={(chosen) => onChange({ ...recipe, style: chosen === '' ? null : chosen })}
      />
    </div>
  );
}

export function KeptFields({ recipe, onChange }: Props) {
  const has = (one: (typeof KEPT)[number]) => recipe.keep.includes(one);
  return (
    <fieldset className={form.choices}>
      <legend>{t('keeps')}</legend>
      <div className={form.choicesMany}>
        {KEPT.map((one) => (
          <label key={one} className={form.choice}>
            <input
              type="checkbox"
              name="keep"
              checked={has(one)}
              onChange={({ target }) => {
                const keep = KEPT.filter((each) => (each === one ? target.checked : has(each)));
                onChange({ ...recipe, keep });
              }}
            />
            <span>{t(`keep.${one}`)}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

export function MoreFields({ recipe, onChange }: Props) {
  return (
    <details className={styles.more}>
      <summary>{t('more')}</summary>
      <div className={form.form}>
        {recipe.keep.includes('tags') && (
          <Labelled label={t('dropTags')} help={t('dropTagsHow')}>
            {(names) => (
              <input
                className={controls.field}
                defaultValue={recipe.drop_tags.join(', ')}
                onChange={({ target }) => onChange({ ...recipe, drop_tags: branchesIn(target.value) })}
                {...names}
              />
            )}
          </Labelled>
        )}
        <Choice
          label={t('intent')}
          value={recipe.intent}
          options={INTENTS.map((one) => [one, t(`intents.${one}`)])}
          onChoose={(intent) => onChange({ ...recipe, intent })}
        />
        <label className={form.choice}>
          <input
            type="checkbox"
            name="high-quality"
            checked={recipe.high_quality}
            onChange={({ target }) => onChange({ ...recipe, high_quality: target.checked })}
          />
          <span>{t('highQuality')}</span>
        </label>
      </div>
    </details>
  );
}

const branchesIn = (text: string) =>
  text
    .split(',')
    .map((branch) => branch.trim())
    .filter((branch) => branch !== '');

function Choice<Value extends string | number>({
  label,
  value,
  options,
  onChoose,
}: {
  label: string;
  value: Value;
  options: readonly (readonly [value: Value, words: string])[];
  onChoose: (value: Value) => void;
}) {
  return (
    <Labelled label={label}>
      {(names) => (
        <select
          className={controls.field}
          value={value}
          onChange={({ target }) => {
            const chosen = options.find(([one]) => String(one) === target.value);
            if (chosen) onChoose(chosen[0]);
          }}
          {...names}
        >
          {options.map(([one, words]) => (
            <option key={one} value={one}>
              {words}
            </option>
          ))}
        </select>
      )}
    </Labelled>
  );
}
