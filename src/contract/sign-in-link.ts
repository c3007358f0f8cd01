import { z } from 'zod';

/** A link that signs a browser in. It works once, within a minute. */
export const SignInLink = z.object({ url: z.url() }).meta({ id: 'SignInLink' });

export const NewSignInLink = z
  .strictObject({
    page: z.string().max(400).optional().describe('The page that it opens, such as /settings; if omitted, the gallery'),
    only_here: z.boolean().optional().describe('true: the link works only in a browser on this computer'),
  })
  .meta({ id: 'NewSignInLink' });
