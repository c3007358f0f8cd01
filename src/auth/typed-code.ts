import { randomInt } from 'node:crypto';

/** Without letters that look like digits (Crockford's base 32): twelve of them are 60 bits, which nobody guesses within five minutes. */
const LETTERS = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const LENGTH = 12;
const CODE = new RegExp(`^[${LETTERS}]{${LENGTH}}$`);

const grouped = (letters: string) => letters.replace(/.{4}(?=.)/g, '$&-');

/** A code that people type: `K7QD-93MX-P2RT`. */
export function newTypedCode(): string {
  return grouped(Array.from({ length: LENGTH }, () => LETTERS[randomInt(LETTERS.length)]).join(''));
}

/** What was meant, of what was typed: small letters, without hyphens, O for 0. Anything else is returned as it is. */
export function readTypedCode(typed: string): string {
  const letters = typed.toUpperCase().replace(/[\s-]/g, '').replaceAll('O', '0').replace(/[IL]/g, '1');
  return CODE.test(letters) ? grouped(letters) : typed;
}
