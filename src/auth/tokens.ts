import { createSecretKey, randomUUID } from 'node:crypto';
import jwt from 'jsonwebtoken';
import { z } from 'zod';
import { LONGEST_TOKEN_SECONDS } from '../contract/settings.ts';

/**
 * The issuer and the audience. Fixed words, not addresses: the same server answers as 127.0.0.1, localhost and under
 * the computer's name, on a port that may change, and clients never look inside a token.
 */
export const ISSUER = 'safelight';
export const AUDIENCE = 'safelight-api';

/** RFC 9068: distinguishes access tokens from other tokens made with the same key. */
const TYPE = 'at+jwt';

const Claims = z.object({
  iss: z.string(),
  aud: z.literal(AUDIENCE),
  sub: z.string().min(1),
  scope: z.string(),
  jti: z.string().min(1),
  iat: z.int(),
  exp: z.int(),
  /** The client secret that the token was issued for; none for the command line. */
  secret_id: z.string().optional(),
});
/** The claims of a token. Times are Unix seconds. */
export type Claims = z.infer<typeof Claims>;

export interface NewToken {
  clientId: string;
  scope: string;
  secretId?: string | undefined;
  lifetimeSeconds: number;
  nowMs: number;
}

export interface Tokens {
  sign(token: NewToken): string;
  /** Throws an Error if the token is not valid. Does not check `sub` and its rights. */
  read(token: string, nowMs: number): Claims;
  /** The same, but accepts expired tokens. */
  readAnyAge(token: string): Claims;
}

/** Signs and reads JWT access tokens with a 256-bit key. Only HS256, whatever the token's header asks for. */
export function tokensOf(key: Buffer): Tokens {
  const secret = createSecretKey(key);
  const verify = (token: string, age: Pick<jwt.VerifyOptions, 'clockTimestamp' | 'ignoreExpiration'>): Claims => {
    const { header, payload } = jwt.verify(token, secret, {
      algorithms: ['HS256'],
      issuer: ISSUER,
      audience: AUDIENCE,
      ...age,
      complete: true,
    });
    if (header.typ?.toLowerCase() !== TYPE) throw new Error('it is not an access token');
    const claims = Claims.safeParse(payload);
    if (!claims.success) throw new Error('its claims are not those of an access token');
    return claims.data;
  };
  return {
    sign({ clientId, scope, secretId, lifetimeSeconds, nowMs }) {
      const iat = Math.floor(nowMs / 1000);
      const claims: Claims = {
        iss: ISSUER,
        aud: AUDIENCE,
        sub: clientId,
        scope,
        jti: randomUUID(),
        iat,
        exp: iat + lifetimeSeconds,
        ...(secretId === undefined ? {} : { secret_id: secretId }),
      };
      return jwt.sign(claims, secret, { algorithm: 'HS256', header: { alg: 'HS256', typ: TYPE } });
    },
    read(token, nowMs) {
      const claims = verify(token, { clockTimestamp: Math.floor(nowMs / 1000) });
      if (claims.exp - claims.iat > LONGEST_TOKEN_SECONDS) throw new Error('its lifetime is too long');
      return claims;
    },
    readAnyAge: (token) => verify(token, { ignoreExpiration: true }),
  };
}
