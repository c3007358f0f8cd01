import { randomBytes, scrypt, timingSafeEqual, type ScryptOptions } from 'node:crypto';
import { promisify } from 'node:util';

const derive = promisify<string, Buffer, number, ScryptOptions, Buffer>(scrypt);

/**
 * 16 MiB and some 30 ms a hash. Stretching protects weak secrets; ours are 256 random bits, so the cost is there to make a
 * stolen settings file useless, and low enough that wrong secrets cannot starve the service.
 */
export type SecretCost = { N: number; r: number; p: number };
const COST: SecretCost = { N: 16_384, r: 8, p: 1 };
const HASH_BYTES = 32;
const SHAPE = /^scrypt\$N=(\d{1,8}),r=(\d{1,3}),p=(\d{1,3})\$([\w-]+)\$([\w-]+)$/;

/** A secret as it is handed to people: 256 random bits in 43 letters that need no quoting anywhere. */
export const newSecret = () => randomBytes(32).toString('base64url');

/** `scrypt$N=…,r=…,p=…$salt$hash`, salt and hash in base64url. */
export async function hashSecret(secret: string, { N, r, p } = COST): Promise<string> {
  const salt = randomBytes(16);
  const hash = await derive(secret, salt, HASH_BYTES, options({ N, r, p }));
  return `scrypt$N=${N},r=${r},p=${p}$${salt.toString('base64url')}$${hash.toString('base64url')}`;
}

/** Compares in constant time. A hash that cannot be read matches nothing, at the price of one that can. */
export async function matchesHash(secret: string, stored: string): Promise<boolean> {
  const match = SHAPE.exec(stored);
  if (!match) return matchesNothing(secret);
  const [, N, r, p, salt, hash] = match;
  const expected = Buffer.from(hash!, 'base64url');
  const cost = { N: Number(N), r: Number(r), p: Number(p) };
  const found = await derive(secret, Buffer.from(salt!, 'base64url'), expected.length, options(cost)).catch(() => null);
  return found !== null && timingSafeEqual(found, expected);
}

/** Takes as long as a comparison with a wrong secret: nobody can tell by the clock which clients exist. Always false. */
export async function matchesNothing(secret: string): Promise<false> {
  await derive(secret, Buffer.alloc(16), HASH_BYTES, options(COST));
  return false;
}

const options = ({ N, r, p }: SecretCost): ScryptOptions => ({ N, r, p, maxmem: 256 * N * r });
