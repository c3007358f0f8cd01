import { z } from 'zod';
import type { ChangeResult } from '../../contract/image-change.ts';
import { changeTool, doneOf } from '../change-tool.ts';
import { editsVersion, looksOf } from '../looks.ts';

const own = {
  from: z.number().int().min(1).max(2_147_483_647).describe('Id of the image whose edits are copied'),
  modules: z
    .array(z.string().min(1).max(20))
    .max(100)
    .optional()
    .describe('Operations, such as exposure. Default: all but lens correction, orientation and white balance'),
  mode: z
    .enum(['append', 'replace'])
    .optional()
    .describe('append (default): on top of its edits; replace: in their place'),
};

export const copyEdits = changeTool({
  name: 'safelight_copy_edits',
  title: 'Copy edits',
  description:
    'Gives images the edits of another image, masks included. Above 25 images it is only planned, unless dry_run is false; safelight_undo takes it back.',
  scopes: ['images:write', 'images:read', 'cache:refresh'],
  own,
  most: 100,
  outlook: async (wanted, imageIds, call) =>
    looksOf(call, imageIds, copyTo(wanted, imageIds), await editsVersion(call, wanted.from)),
  carryOut: async (wanted, imageIds, { api }) =>
    doneOf(await api.json<ChangeResult>({ method: 'POST', ...copyTo(wanted, imageIds) })),
});

const copyTo = ({ from, modules = [], mode }: z.output<z.ZodObject<typeof own>>, to: readonly number[]) => ({
  path: '/images/history/copy',
  body: { from, to, mode, ...(modules.length > 0 && { modules }) },
});
