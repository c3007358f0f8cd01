import { z } from 'zod';

/** A link that signs a browser in: once, within a minute. */
export const SignInLink = z.object({ url: z.url() }).meta({ id: 'SignInLink' });

export const NewSignInLink = z
  .strictObject({
    page: z.string().max(400).optional().describe('Where it leads, such as /settings; left out: the gallery'),
    only_here: z
      .boolean()
      .optional()
      .describe('For a link that is handed to a browser of this computer: it is of no use on any other device'),
  })
  .meta({ id: 'NewSignInLink' });
