import { type SubmitEvent, useState } from 'react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { ARCHIVE_VARIABLES, isPattern, OWN_NAME, unknownVariable } from '../../contract/archive-names.ts';
import {
  BITS,
  hasQuality,
  INTENTS,
  isRendered,
  KEPT,
  RECIPE_FORMATS,
  RECIPE_PROFILES,
} from '../../contract/recipe-formats.ts';
import type { NewRecipe, Recipe } from '../../contract/recipes.ts';
import { deleteRecipe, keepRecipe } from '../api/recipes.ts';
import { stylesQuery } from '../api/styles.ts';
import { t as page } from '../i18n/words.ts';
import { button } from '../ui/button.ts';
import controls from '../ui/controls.module.css';
import { Dialog } from '../ui/dialog.tsx';
import form from '../ui/form.module.css';
import { Labelled } from '../ui/labelled.tsx';
import { Reason } from '../ui/reason.tsx';
import { chooseExportRecipe, dropExportRecipe } from './export-recipe.ts';
import { NumberInput } from './number-input.tsx';
import styles from './recipe-form.module.css';
import { formatWords, PROFILE_NAMES, recipeWords } from './recipe-words.ts';
import { SizeFields } from './size-fields.tsx';
import { t } from './words.ts';

const FIRST: NewRecipe = {
  name: '',
  format: 'jpeg',
  quality: 92,
  size: { by: 'long-edge', pixels: 2400 },
  profile: 'SRGB',
  intent: 'PERCEPTUAL',
  high_quality: true,
  style: null,
  keep: ['camera', 'time', 'texts', 'tags'],
  drop_tags: [],
  pattern: OWN_NAME,
};

/** A recipe, or what a new one begins with. */
export type Edited = Recipe | NewRecipe | 'new';

/** The recipe is chosen for the next export once it is kept. */
export function RecipeDialog({ edited, onClose }: { edited: Edited; onClose: () => void }) {
  const recipe = edited !== 'new' && 'id' in edited ? edited : null;
  return (
    <Dialog
      open
      onClose={onClose}
      title={recipe === null ? t('newRecipe') : t('change', { name: recipe.name })}
      startsInField
    >
      <RecipeForm recipe={recipe} first={edited === 'new' ? FIRST : edited} onDone={onClose} />
    </Dialog>
  );
}

function RecipeForm({
  recipe,
  first,
  onDone,
}: {
  /** null: a new one. */
  recipe: Recipe | null;
  first: Recipe | NewRecipe;
  onDone: () => void;
}) {
  const [wanted, setWanted] = useState<NewRecipe>(() => {
    const { id: _, ...fields } = { id: 0, ...first };
    return fields;
  });
  const { data: known } = useQuery(stylesQuery());
  const set = (change: Partial<NewRecipe>) => setWanted((before) => ({ ...before, ...change }));
  const keep = useMutation({
    mutationFn: () => keepRecipe(recipe?.id ?? null, wanted),
    networkMode: 'always',
    onSuccess({ id }) {
      chooseExportRecipe(id);
      onDone();
    },
  });
  const remove = useMutation({
    mutationFn: deleteRecipe,
    networkMode: 'always',
    onSuccess(_nothing, id) {
      dropExportRecipe(id);
      onDone();
    },
  });
  const { format, quality, bits, size, profile, style, pattern } = wanted;
  const unknown = unknownVariable(pattern);
  const isReady = wanted.name.trim() !== '' && isPattern(pattern);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (isReady) keep.mutate();
  };
  const error = keep.error ?? remove.error;
  return (
    <form className={form.form} onSubmit={submit}>
      <Labelled label={t('name')}>
        {(names) => (
          <input
            className={controls.field}
            value={wanted.name}
            maxLength={100}
            autoComplete="off"
            onChange={({ target }) => set({ name: target.value })}
            {...names}
          />
        )}
      </Labelled>
      <div className={styles.row}>
        <Choice
          label={t('format')}
          value={format}
          options={RECIPE_FORMATS.map((one) => [one, formatWords(one)])}
          onChoose={(chosen) => {
            const { bits: _, ...others } = wanted;
            setWanted({ ...others, format: chosen });
          }}
        />
        {hasQuality(format) && (
          <NumberInput
            label={t('quality')}
            value={quality}
            min={1}
            max={100}
            onChange={(next) => set({ quality: next })}
          />
        )}
        {BITS[format].length > 1 && (
          <Choice
            label={t('bits')}
            value={String(bits ?? BITS[format][0])}
            options={BITS[format].map((one) => [String(one), t('bitsMany', { bits: String(one) })])}
            onChoose={(chosen) => set({ bits: Number(chosen) })}
          />
        )}
      </div>
      {isRendered(format) && (
        <>
          <SizeFields size={size} onChange={(next) => set({ size: next })} />
          <div className={styles.row}>
            <Choice
              label={t('profile')}
              value={profile}
              options={RECIPE_PROFILES.map((one) => [one, PROFILE_NAMES[one]])}
              onChoose={(chosen) => set({ profile: chosen })}
            />
            <Choice
              label={t('style')}
              value={style ?? ''}
              options={[
                ['', t('noStyle')],
                ...[
                  ...new Set([...(known?.items ?? []).map(({ name }) => name), ...(style === null ? [] : [style])]),
                ].map((name): [string, string] => [name, name]),
              ]}
              onChoose={(chosen) => set({ style: chosen === '' ? null : chosen })}
            />
          </div>
          <fieldset className={form.choices}>
            <legend>{t('keeps')}</legend>
            <div className={form.choicesMany}>
              {KEPT.map((one) => (
                <label key={one} className={form.choice}>
                  <input
                    type="checkbox"
                    name="keep"
                    checked={wanted.keep.includes(one)}
                    onChange={({ target }) =>
                      set({ keep: KEPT.filter((each) => (each === one ? target.checked : wanted.keep.includes(each))) })
                    }
                  />
                  <span>{t(`keep.${one}`)}</span>
                </label>
              ))}
            </div>
          </fieldset>
        </>
      )}
      <Labelled
        label={t('names')}
        help={`${t('patternHow')} ${ARCHIVE_VARIABLES.map((name) => `$(${name})`).join(' ')}`}
        complaint={unknown === null ? '' : t('unknown', { variable: unknown })}
      >
        {(names) => (
          <input
            className={controls.field}
            value={pattern}
            maxLength={200}
            spellCheck="false"
            onChange={({ target }) => set({ pattern: target.value })}
            {...names}
          />
        )}
      </Labelled>
      {isRendered(format) && (
        <details className={styles.more}>
          <summary>{t('more')}</summary>
          <div className={form.form}>
            {wanted.keep.includes('tags') && (
              <Labelled label={t('dropTags')} help={t('dropTagsHow')}>
                {(names) => (
                  <input
                    className={controls.field}
                    defaultValue={wanted.drop_tags.join(', ')}
                    onChange={({ target }) => set({ drop_tags: branchesIn(target.value) })}
                    {...names}
                  />
                )}
              </Labelled>
            )}
            <Choice
              label={t('intent')}
              value={wanted.intent}
              options={INTENTS.map((one) => [one, t(`intents.${one}`)])}
              onChoose={(chosen) => set({ intent: chosen })}
            />
            <label className={form.choice}>
              <input
                type="checkbox"
                name="high-quality"
                checked={wanted.high_quality}
                onChange={({ target }) => set({ high_quality: target.checked })}
              />
              <span>{t('highQuality')}</span>
            </label>
          </div>
        </details>
      )}
      <p className={styles.leaves}>
        <strong>{t('leaves')}</strong> {recipeWords(wanted)}
      </p>
      {error && (
        <p role="alert">
          <Reason error={error} />
        </p>
      )}
      <div className={form.actions}>
        {recipe && (
          <button
            type="button"
            className={button('danger')}
            disabled={remove.isPending}
            onClick={() => remove.mutate(recipe.id)}
          >
            <Trash2 size={16} aria-hidden />
            {t('delete')}
          </button>
        )}
        <button type="button" className={button()} onClick={onDone}>
          {page('common.cancel')}
        </button>
        <button type="submit" className={button('primary')} disabled={keep.isPending || !isReady}>
          {t('keepRecipe')}
        </button>
      </div>
    </form>
  );
}

const branchesIn = (text: string) =>
  text
    .split(',')
    .map((branch) => branch.trim())
    .filter((branch) => branch !== '');

function Choice<Value extends string>({
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
            const chosen = options.find(([one]) => one === target.value);
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
