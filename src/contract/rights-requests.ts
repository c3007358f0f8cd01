import { z } from 'zod';
import { DEVICE_RIGHTS } from './device-rights.ts';
import { ScopeSchema } from './scope-schema.ts';

export const MoreRights = z.enum(['cull', 'most']).meta({
  id: 'MoreRights',
  description: `\`cull\`: ${DEVICE_RIGHTS.cull.join(' ')}; \`most\`: every scope except admin`,
});
export type MoreRights = z.infer<typeof MoreRights>;

/** A device asks for more. Its name is not taken from here. */
export const NewRightsRequest = z.strictObject({ rights: MoreRights }).meta({ id: 'NewRightsRequest' });

/** For the device that asked. */
export const OwnRightsRequest = z
  .object({
    rights: MoreRights,
    state: z.enum(['open', 'granted', 'refused']),
    expires: z.int().describe('Unix milliseconds; then it is forgotten'),
  })
  .meta({ id: 'OwnRightsRequest' });
export type OwnRightsRequest = z.infer<typeof OwnRightsRequest>;
export const OwnRightsAnswer = z.object({ request: OwnRightsRequest.nullable() }).meta({ id: 'OwnRightsAnswer' });
export type OwnRightsAnswer = z.infer<typeof OwnRightsAnswer>;

/** For whoever answers. */
export const RightsRequest = z
  .object({
    id: z.uuid(),
    client_id: z.string(),
    client_name: z.string().describe('As it is registered here'),
    rights: MoreRights,
    scopes: z.array(ScopeSchema).describe('What it would get besides what it has'),
    expires: z.int().describe('Unix milliseconds'),
  })
  .meta({ id: 'RightsRequest' });
export type RightsRequest = z.infer<typeof RightsRequest>;
export const RightsRequestList = z.object({ items: z.array(RightsRequest) }).meta({ id: 'RightsRequestList' });
export type RightsRequestList = z.infer<typeof RightsRequestList>;

export const RightsAnswer = z.strictObject({ granted: z.boolean() }).meta({ id: 'RightsAnswer' });
