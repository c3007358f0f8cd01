import { z } from 'zod';

/** The ways by which devices outside the network reach this Safelight. */
export const RemoteAccess = z
  .object({
    tunnel: z
      .object({
        host: z.string().nullable().describe('The setting `tunnelHost`; null: no tunnel is wanted'),
        state: z
          .enum(['off', 'connecting', 'up', 'waiting'])
          .describe(
            '`up`: a question that came through the tunnel was answered here. `waiting`: it has ended and is opened again after a while',
          ),
        problem: z
          .string()
          .nullable()
          .describe('Why the tunnel, or the public address, does not lead here, in words for people'),
      })
      .describe('The tunnel by ssh'),
  })
  .meta({ id: 'RemoteAccess' });
export type RemoteAccess = z.infer<typeof RemoteAccess>;
export type TunnelStatus = RemoteAccess['tunnel'];
