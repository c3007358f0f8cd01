import { useQuery } from '@tanstack/react-query';
import type { Recipe } from '../../contract/recipes.ts';
import { recipesQuery } from '../api/recipes.ts';
import { Kept, useStore } from '../stores/store.ts';

const chosen = new Kept('export-recipe', (text) => (text === null ? null : Number(text)));

/** The recipe of this browser's last export; null: full size JPEGs. */
export function useExportRecipe(): Recipe | null {
  const id = useStore(chosen);
  const { data } = useQuery({ ...recipesQuery, enabled: id !== null });
  return data?.find((recipe) => recipe.id === id) ?? null;
}

export const chooseExportRecipe = (id: number | null): void => chosen.keep(id === null ? null : String(id));
export const dropExportRecipe = (id: number): void => {
  if (chosen.snapshot() === id) chosen.keep(null);
};
