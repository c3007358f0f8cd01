import type { z } from 'zod';
import { NewRecipe, Recipe, RecipeList } from '../../../contract/recipes.ts';
import { created, done, ok } from '../../routing/answers.ts';
import { json } from '../../routing/body.ts';
import { route, type Route } from '../../routing/route.ts';

const example = {
  name: 'Web, 2400 pixels',
  format: 'jpeg' as const,
  size: { by: 'long-edge' as const, pixels: 2400 },
  keep: ['time', 'texts'],
} satisfies z.input<typeof NewRecipe>;
const saved = { ...NewRecipe.parse(example), id: 1 };
const tag = 'Previews and exports';

export const recipeRoutes: readonly Route[] = [
  route({
    method: 'get',
    path: '/api/v1/recipes',
    id: 'listRecipes',
    tag,
    summary: 'List the export recipes',
    description: 'Every browser of this Safelight has the same ones.',
    scope: 'previews:read',
    answers: ok({ description: 'The recipes by name.', json: RecipeList, example: { items: [saved] } }),
    handle:
      ({ recipes }) =>
      () => ({ items: recipes.list() }),
  }),
  route({
    method: 'post',
    path: '/api/v1/recipes',
    id: 'saveRecipe',
    tag,
    summary: 'Create an export recipe',
    description: 'A recipe with the same name, whatever its case, becomes this one.',
    scope: 'cache:refresh',
    body: json(NewRecipe, example),
    answers: created({ description: 'The recipe.', json: Recipe, example: saved }),
    errors: ['conflict', 'storage_error'],
    handle:
      ({ recipes }) =>
      ({ body }) =>
        recipes.save(body),
  }),
  route({
    method: 'put',
    path: '/api/v1/recipes/:recipeId',
    id: 'replaceRecipe',
    tag,
    summary: 'Change an export recipe',
    description: 'Exports that were requested before are made as they were requested.',
    scope: 'cache:refresh',
    body: json(NewRecipe, example),
    answers: ok({ description: 'The recipe.', json: Recipe, example: saved }),
    errors: ['not_found', 'conflict', 'storage_error'],
    handle:
      ({ recipes }) =>
      ({ params, body }) =>
        recipes.replace(params.recipeId, body),
  }),
  route({
    method: 'delete',
    path: '/api/v1/recipes/:recipeId',
    id: 'deleteRecipe',
    tag,
    summary: 'Delete an export recipe',
    scope: 'cache:refresh',
    answers: done('It is deleted.'),
    errors: ['not_found', 'storage_error'],
    handle:
      ({ recipes }) =>
      ({ params }) =>
        recipes.remove(params.recipeId),
  }),
];
