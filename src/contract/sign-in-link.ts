import { z } from 'zod';

/** A link that signs a browser in: once, within a minute. */
export const SignInLink = z.object({ url: z.url() }).meta({ id: 'SignInLink' });
