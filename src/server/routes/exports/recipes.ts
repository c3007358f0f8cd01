import type { Response } from 'express';
import type { z } from 'zod';
import { ExportPresetList, NewRecipe, Recipe, RecipeList } from '../../../contract/recipes.ts';
import { readExportPresets } from '../../../publishing/export-presets.ts';
import { requireScope } from '../../middleware/guard.ts';
import type { Services } from '../../services.ts';
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
const tag = 'Export recipes';

const WHO_MAY = 'One that a publication uses is changed with the scope `admin` alone.';

/** What leaves by a publication is said by those who may say what is published. */
function refuseStranger(publications: Services['publications'], recipe: number, res: Response): void {
  if (publications.userOf('recipe', recipe) !== null) requireScope(res, 'admin');
}

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
    method: 'get',
    path: '/api/v1/recipes/presets',
    id: 'listExportPresets',
    tag,
    summary: 'List the export presets of darktable as recipes',
    description:
      'What was saved in the export module of darktable, as far as a recipe can do it. Formats that no recipe has are left out, and profiles of your own become sRGB.',
    scope: 'previews:read',
    answers: ok({
      description: 'The presets by name.',
      json: ExportPresetList,
      example: { items: [NewRecipe.parse(example)] },
    }),
    errors: ['library_unavailable'],
    handle:
      ({ library }) =>
      async () => ({ items: await library.read(readExportPresets) }),
  }),
  route({
    method: 'post',
    path: '/api/v1/recipes',
    id: 'saveRecipe',
    tag,
    summary: 'Create an export recipe',
    description: `A recipe with the same name, whatever its case, becomes this one. ${WHO_MAY}`,
    scope: 'cache:refresh',
    body: json(NewRecipe, example),
    answers: created({ description: 'The recipe.', json: Recipe, example: saved }),
    errors: ['conflict', 'storage_error'],
    handle:
      ({ recipes, publications }) =>
      ({ body, res }) => {
        const former = recipes.named(body.name);
        if (former) refuseStranger(publications, former.id, res);
        return recipes.save(body);
      },
  }),
  route({
    method: 'put',
    path: '/api/v1/recipes/:recipeId',
    id: 'replaceRecipe',
    tag,
    summary: 'Change an export recipe',
    description: `Exports that were requested before are made as they were requested. ${WHO_MAY}`,
    scope: 'cache:refresh',
    body: json(NewRecipe, example),
    answers: ok({ description: 'The recipe.', json: Recipe, example: saved }),
    errors: ['not_found', 'conflict', 'storage_error'],
    handle:
      ({ recipes, publications }) =>
      ({ params: { recipeId }, body, res }) => {
        refuseStranger(publications, recipeId, res);
        return recipes.replace(recipeId, body);
      },
  }),
  route({
    method: 'delete',
    path: '/api/v1/recipes/:recipeId',
    id: 'deleteRecipe',
    tag,
    summary: 'Delete an export recipe',
    description: 'One that a publication uses stays: 409 `conflict`.',
    scope: 'cache:refresh',
    answers: done('It is deleted.'),
    errors: ['not_found', 'conflict', 'storage_error'],
    handle:
      ({ recipes, publications }) =>
      ({ params: { recipeId } }) => {
        if (recipes.find(recipeId)) publications.refuseUsed('recipe', recipeId);
        recipes.remove(recipeId);
      },
  }),
];
