import { z } from 'zod';

const fingerprint = z.string().describe('SHA-256 of the certificate, in pairs of hexadecimal digits');

/** The certificate authority of this computer, as devices that are to trust it see it. */
export const Authority = z
  .object({
    name: z.string().describe('The name under which devices list it'),
    fingerprint,
    former: z
      .array(z.string())
      .describe('The names of authorities before it, newest first: a device should no longer trust them'),
    urls: z.array(z.string()).describe('The HTTPS addresses of this Safelight for other devices, likeliest first'),
    trust_urls: z.array(z.string()).describe('The plain addresses of the page on which a device learns to trust it'),
  })
  .meta({ id: 'Authority' });
export type Authority = z.infer<typeof Authority>;

/** HTTPS of this Safelight's own. */
export const HttpsStatus = z
  .object({
    on: z.boolean().describe('The setting `https`'),
    url: z.string().nullable().describe('The address on this computer; null: Safelight does not listen with HTTPS'),
    lan_urls: z.array(z.string()).describe('The addresses for other devices; empty without LAN access'),
    trust_urls: z
      .array(z.string())
      .describe('The plain addresses of the page on which a device learns to trust the authority'),
    trust_svg: z.string().nullable().describe('The first of them as a QR code in SVG; null without LAN access'),
    problem: z.string().nullable().describe('Why there is no HTTPS although it is on, in words for people'),
    authority: z
      .object({
        name: z.string().describe('The name under which devices list it'),
        fingerprint,
        expires: z.int().describe('Unix milliseconds'),
        names: z
          .array(z.string())
          .describe(
            'The host names that it can vouch for, besides addresses of private networks; fixed when it is made',
          ),
        former: z.array(z.string()).describe('The names of authorities before it, newest first'),
        uncovered: z
          .array(z.string())
          .describe('Names of this computer that it cannot vouch for, because the computer was renamed'),
      })
      .nullable()
      .describe('null: HTTPS was never on since Safelight started'),
  })
  .meta({ id: 'HttpsStatus' });
export type HttpsStatus = z.infer<typeof HttpsStatus>;
