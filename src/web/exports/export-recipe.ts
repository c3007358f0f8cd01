import { useQuery } from '@tanstack/react-query';
import { recipesQuery } from '../api/recipes.ts';
import { Kept, useStore } from '../stores/store.ts';

const chosen = new Kept('export-recipe', (text) => (text === null ? null : Number(text)));

/**
 * The recipe of this browser's last export; `id` null: full size JPEGs. One that is gone stays chosen until another one is, and the
 * service refuses it: a full size JPEG has metadata that the recipe may have kept back.
 */
export function useExportRecipe(): { id: number | null; name: string | null } {
  const id = useStore(chosen);
  const { data } = useQuery({ ...recipesQuery, enabled: id !== null });
  return { id, name: data?.find((recipe) => recipe.id === id)?.name ?? null };
}

export const chooseExportRecipe = (id: number | null): void => chosen.keep(id === null ? null : String(id));
export const dropExportRecipe = (id: number): void => {
  if (chosen.snapshot() === id) chosen.keep(null);
};
