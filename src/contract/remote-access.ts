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
    tailscale: z
      .object({
        state: z.enum(['off', 'connecting', 'up', 'waiting']),
        url: z.string().nullable().describe('The address in the tailnet; null: Tailscale does not lead here'),
        problem: z.string().nullable().describe('Why Tailscale does not lead here, in words for people'),
      })
      .describe('Tailscale of this computer'),
    domain: z
      .object({
        name: z.string().nullable().describe('The setting `domain`; null: no certificate for a domain is wanted'),
        state: z
          .enum(['off', 'ordering', 'waiting', 'trial', 'ready'])
          .describe(
            '`ready`: there is a valid certificate. `trial`: it is of an authority for trials, which no browser trusts. `waiting`: it is tried again later',
          ),
        expires: z.int().nullable().describe('Unix milliseconds; null: there is no certificate'),
        problem: z.string().nullable().describe('Why there is no certificate, or no new one, in words for people'),
      })
      .describe('The domain of your own'),
  })
  .meta({ id: 'RemoteAccess' });
export type RemoteAccess = z.infer<typeof RemoteAccess>;
export type DomainStatus = RemoteAccess['domain'];
export type TailscaleStatus = RemoteAccess['tailscale'];
export type TunnelStatus = RemoteAccess['tunnel'];
