import { z } from 'zod';
import type { Api } from '../api.ts';
import { imageFields, imagesOf } from '../images-of.ts';
import { Refusal } from '../refusal.ts';
import { tool } from '../tool.ts';

/** Of one call: each takes seconds of this computer. */
const MOST = 1_000;

export const exportImages = tool({
  name: 'safelight_export',
  title: 'Export images',
  description: `Has finished pictures made, at most ${MOST} in one call: by an export recipe of the photographer's, or as JPEGs in full size. They go into Safelight's export folder; no picture and nothing in the library changes. It answers at once with the name of a batch; safelight_jobs tells how far it is.`,
  input: z.strictObject({
    ...imageFields,
    recipe: z.string().max(200).optional().describe('Name of a recipe; without it JPEGs in full size'),
    idempotency_key: z.string().max(100).optional(),
  }),
  output: z.object({
    summary: z.string(),
    batch: z.string().optional().describe('For safelight_jobs'),
    asked: z.number().int().optional(),
    missing: z.array(z.number().int()).optional().describe('Ids that are not in the library'),
    job: z.string().optional(),
  }),
  scopes: ['cache:refresh', 'previews:read'],
  kind: 'changes',
  async run({ recipe: name, ...wanted }, call) {
    const ids = imagesOf(wanted, call);
    if (ids.length > MOST)
      throw new Refusal(`Nothing was done: at most ${MOST} images in one call.`, { asked: ids.length });
    const body = name === undefined ? { ids } : { ids, recipe: await recipeId(name, call.api) };
    const path = name === undefined ? '/images/export' : '/exports';
    const { batch, missing_ids: missing = [] } = await call.api.json<Accepted>({ method: 'POST', path, body });
    const begun = ids.length - missing.length;
    return {
      summary: `No picture was changed. ${begun} of ${ids.length} exports will be made.`,
      data: { batch: batch ?? undefined, asked: ids.length, missing: missing.length > 0 ? missing : undefined },
    };
  },
});

interface Accepted {
  /** null: there is nothing to make. */
  batch: string | null;
  missing_ids?: number[];
}

/** Throws Refusal, which names the recipes that there are. */
async function recipeId(name: string, api: Api): Promise<number> {
  const { items } = await api.json<{ items: { id: number; name: string }[] }>({ path: '/recipes' });
  const found = items.find((recipe) => recipe.name.toLowerCase() === name.toLowerCase());
  if (found) return found.id;
  throw new Refusal('Nothing was done: there is no such recipe.', {
    recipe: name,
    recipes: items.map((each) => each.name),
  });
}
