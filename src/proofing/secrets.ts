import { createHash, randomInt } from 'node:crypto';

/** Mailers cut a last hyphen or dot off an address. */
const SIGNS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** Of 62 signs: 130 bits, and 71. */
const SECRET_SIGNS = 22;
const KEY_SIGNS = 12;
const SECRET = new RegExp(`^[0-9A-Za-z]{${SECRET_SIGNS}}$`);

const randomSigns = (count: number) => Array.from({ length: count }, () => SIGNS[randomInt(SIGNS.length)]).join('');

/** Of a link. Whoever has it comes in. */
export const newLinkSecret = (): string => randomSigns(SECRET_SIGNS);

/** Of a picture in one proof: it tells neither the image nor its place. */
export const newPictureKey = (): string => randomSigns(KEY_SIGNS);

export const newEra = (): string => randomSigns(KEY_SIGNS);

/**
 * What is stored, and looked for. An index may tell by the clock how much of a hash fits, and nobody can choose a hash. null: no link
 * has such a secret.
 */
export const hashOfSecret = (secret: string): Buffer | null =>
  SECRET.test(secret) ? createHash('sha256').update(secret).digest() : null;
