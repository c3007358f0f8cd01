import { type SubmitEvent, useState } from 'react';
import { useMutation } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { ARCHIVE_VARIABLES, isPattern, OWN_NAME, unknownVariable } from '../../contract/archive-names.ts';
import { isRendered } from '../../contract/recipe-formats.ts';
import type { NewRecipe, Recipe } from '../../contract/recipes.ts';
import { deleteRecipe, keepRecipe } from '../api/recipes.ts';
import { t as page } from '../i18n/words.ts';
import { button } from '../ui/button.ts';
import controls from '../ui/controls.module.css';
import { Dialog } from '../ui/dialog.tsx';
import form from '../ui/form.module.css';
import { Labelled } from '../ui/labelled.tsx';
import { Reason } from '../ui/reason.tsx';
import { TextField } from '../ui/text-field.tsx';
import { chooseExportRecipe, dropExportRecipe } from './export-recipe.ts';
import { ColorFields, FormatFields, KeptFields, MoreFields } from './recipe-fields.tsx';
import styles from './recipe-form.module.css';
import { recipeWords } from './recipe-words.ts';
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
  const fields = { recipe: wanted, onChange: setWanted };
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
  const unknown = unknownVariable(wanted.pattern);
  const isReady = wanted.name.trim() !== '' && isPattern(wanted.pattern);
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const wrong = event.currentTarget.querySelector<HTMLElement>('[aria-invalid="true"]');
    if (wrong) wrong.focus();
    else if (isReady) keep.mutate();
  };
  const error = keep.error ?? remove.error;
  return (
    <form className={form.form} onSubmit={submit}>
      <TextField label={t('name')} value={wanted.name} most={100} onChange={(name) => setWanted({ ...wanted, name })} />
      <FormatFields {...fields} />
      {isRendered(wanted.format) && (
        <>
          <SizeFields size={wanted.size} onChange={(size) => setWanted({ ...wanted, size })} />
          <ColorFields {...fields} />
          <KeptFields {...fields} />
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
            value={wanted.pattern}
            maxLength={200}
            spellCheck="false"
            onChange={({ target }) => setWanted({ ...wanted, pattern: target.value })}
            {...names}
          />
        )}
      </Labelled>
      {isRendered(wanted.format) && <MoreFields {...fields} />}
      <p className={styles.result}>
        <strong>{t('result')}</strong> {recipeWords(wanted)}
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
