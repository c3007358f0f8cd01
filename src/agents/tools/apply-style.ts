import { z } from 'zod';
import type { ChangeResult } from '../../contract/image-change.ts';
import { nearest } from '../../contract/nearest.ts';
import type { Style } from '../../contract/styles.ts';
import { changeTool, doneOf } from '../change-tool.ts';
import { looksOf } from '../looks.ts';
import { Refusal } from '../refusal.ts';
import type { Call } from '../tool.ts';

const own = { style: z.string().min(1).max(1_000).describe('Full name, with | between the branches') };

export const applyStyle = changeTool({
  name: 'safelight_apply_style',
  title: 'Apply a style',
  description:
    'Puts a style of darktable on top of the edits of images. A name that no style has is refused with those nearest to it. Above 25 images it is only planned, unless dry_run is false; safelight_undo takes it back.',
  scopes: ['images:write', 'images:read', 'cache:refresh'],
  own,
  most: 100,
  outlook: async ({ style: name }, imageIds, call) => {
    const { id } = await styleOf(call, name);
    const { headers } = await call.api.answer({ path: `/styles/${id}/file` });
    const request = { path: '/styles/apply', body: { name, to: imageIds } };
    return looksOf(call, imageIds, request, headers.etag ?? '');
  },
  async carryOut({ style: name }, imageIds, call) {
    await styleOf(call, name);
    const body = { name, to: imageIds };
    return doneOf(await call.api.json<ChangeResult>({ method: 'POST', path: '/styles/apply', body }));
  },
});

async function styleOf({ api }: Call, name: string): Promise<Style> {
  const { items } = await api.json<{ items: Style[] }>({ path: '/styles' });
  const found = items.find((style) => style.name === name);
  if (found) return found;
  const names = items.map((style) => style.name);
  const near = nearest(name, names);
  throw new Refusal('Nothing was done: there is no such style.', {
    nearest: (near.length > 0 ? near : names).slice(0, 20),
  });
}
