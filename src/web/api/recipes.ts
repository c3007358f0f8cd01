import { queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import type { ExportPresetList, NewRecipe, Recipe, RecipeList } from '../../contract/recipes.ts';
import { queryClient } from './query-client.ts';
import { get, send } from './request.ts';

const ROOT = '/api/v1/recipes';

export const recipesQuery = queryOptions({
  queryKey: ['recipes'],
  queryFn: async ({ signal }) => (await get<z.infer<typeof RecipeList>>(ROOT, signal)).items,
  // Another browser may have changed them; no news tells it.
  staleTime: 0,
});

/** What was saved in darktable's export module. */
export const exportPresetsQuery = queryOptions({
  queryKey: ['recipes', 'presets'],
  queryFn: async ({ signal }) => (await get<z.infer<typeof ExportPresetList>>(`${ROOT}/presets`, signal)).items,
});

/** null: a new one. */
export async function keepRecipe(id: number | null, recipe: NewRecipe): Promise<Recipe> {
  const answer = await send(id === null ? ROOT : `${ROOT}/${id}`, {
    method: id === null ? 'POST' : 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(recipe),
  });
  await lookAtRecipes();
  return (await answer.json()) as Recipe;
}

export async function deleteRecipe(id: number): Promise<void> {
  await send(`${ROOT}/${id}`, { method: 'DELETE' });
  await lookAtRecipes();
}

const lookAtRecipes = () => queryClient.invalidateQueries({ queryKey: recipesQuery.queryKey });
