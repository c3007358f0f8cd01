import { z } from 'zod';
import { changeTool, doneOf } from '../change-tool.ts';
import type { DuplicatedImages } from '../../contract/image-operations.ts';
import type { Outlook } from '../desk/desk.ts';
import { imageRecord } from '../image-facts.ts';
import { Refusal } from '../refusal.ts';

const own = {
  action: z
    .enum(['duplicate', 'group', 'ungroup', 'leader'])
    .describe(
      'duplicate: another version of each. group: all into one group. ungroup: each out of its group. leader: each becomes the one that is shown of its group',
    ),
  leader: z.number().int().min(1).max(2_147_483_647).optional().describe('Of a group: the image that is shown'),
};
type Wanted = z.output<z.ZodObject<typeof own>>;

export const groupAndVersions = changeTool({
  name: 'safelight_group_and_versions',
  title: 'Group images, make versions',
  description:
    'Groups images, takes them out of their groups, or makes another version (duplicate) of each; new_images has the ids of these. Nothing is removed from the library. Above 25 images it is only planned, unless dry_run is false; safelight_undo takes it back.',
  scopes: ['images:write', 'images:read'],
  own,
  most: 'all',
  outlook: (wanted, imageIds, call) => {
    refuseLeader(wanted);
    return Promise.all(
      imageIds.map(async (image_id): Promise<Outlook> => {
        const record = await imageRecord(call, image_id);
        if (!record) return { image_id, version: '', changes: [], refused: 'it is not in the library' };
        const before = wanted.action === 'duplicate' ? '' : `group ${record.group_id ?? image_id}`;
        return {
          image_id,
          version: JSON.stringify([record.group_id, record.version]),
          changes: [
            { field: wanted.action === 'duplicate' ? 'versions' : 'group', before, after: AFTER[wanted.action] },
          ],
          refused: null,
        };
      }),
    );
  },
  async carryOut(wanted, imageIds, { api }) {
    refuseLeader(wanted);
    const { action, leader } = wanted;
    if (action !== 'duplicate')
      return doneOf(await api.json({ method: 'POST', path: '/images/group', body: { action, ids: imageIds, leader } }));
    const result = await api.json<DuplicatedImages>({
      method: 'POST',
      path: '/images/duplicate',
      body: { ids: imageIds },
    });
    return { ...doneOf(result), new_images: result.made };
  },
});

const AFTER = { duplicate: 'one more', group: 'one group', ungroup: 'none', leader: 'leads its group' };

function refuseLeader({ action, leader }: Wanted): void {
  if (leader !== undefined && action !== 'group')
    throw new Refusal('Nothing was changed: `leader` goes with the action group only.');
}
