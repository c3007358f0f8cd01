import { useQuery } from '@tanstack/react-query';
import { Check, Pencil, Plus } from 'lucide-react';
import { exportPresetsQuery, recipesQuery } from '../api/recipes.ts';
import { button } from '../ui/button.ts';
import menu from '../ui/menu.module.css';
import { Reason } from '../ui/reason.tsx';
import { chooseExportRecipe, useExportRecipe } from './export-recipe.ts';
import type { Edited } from './recipe-form.tsx';
import { recipeWords } from './recipe-words.ts';
import styles from './recipe-choice.module.css';
import { t } from './words.ts';

/** Full size JPEGs, or a recipe; each can be changed, and new ones made. */
export function RecipeChoice({ onEdit }: { onEdit: (recipe: Edited) => void }) {
  const { data: recipes, error } = useQuery(recipesQuery);
  const { data: presets = [] } = useQuery(exportPresetsQuery);
  const { id: chosen } = useExportRecipe();
  return (
    <div className={styles.choice}>
      <h2>{t('how')}</h2>
      {error && (
        <p role="alert">
          <Reason error={error} />
        </p>
      )}
      <ul className={styles.list}>
        <li>
          <Row
            name={t('fullSize')}
            words={t('fullSizeHow')}
            isChosen={chosen === null}
            onChoose={() => chooseExportRecipe(null)}
          />
        </li>
        {recipes?.map((recipe) => (
          <li key={recipe.id}>
            <Row
              name={recipe.name}
              words={recipeWords(recipe)}
              isChosen={recipe.id === chosen}
              onChoose={() => chooseExportRecipe(recipe.id)}
            />
            <button
              type="button"
              className={button('quiet', 'icon')}
              aria-label={t('change', { name: recipe.name })}
              title={t('change', { name: recipe.name })}
              onClick={() => onEdit(recipe)}
            >
              <Pencil size={16} aria-hidden />
            </button>
          </li>
        ))}
      </ul>
      {presets.length > 0 && (
        <>
          <h3>{t('presets')}</h3>
          <ul className={styles.list}>
            {presets.map((preset) => (
              <li key={preset.name}>
                <Row name={preset.name} words={recipeWords(preset)} isChosen={false} onChoose={() => onEdit(preset)} />
              </li>
            ))}
          </ul>
        </>
      )}
      <button type="button" className={button()} onClick={() => onEdit('new')}>
        <Plus size={16} aria-hidden />
        {t('newRecipe')}
      </button>
    </div>
  );
}

function Row({
  name,
  words,
  isChosen,
  onChoose,
}: {
  name: string;
  words: string;
  isChosen: boolean;
  onChoose: () => void;
}) {
  return (
    <button type="button" className={menu.item} aria-pressed={isChosen} onClick={onChoose}>
      <Check size={16} className={styles.mark} aria-hidden />
      <span>
        <strong>{name}</strong>
        <small>{words}</small>
      </span>
    </button>
  );
}
