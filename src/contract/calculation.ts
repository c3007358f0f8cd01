const LONGEST_TEXT = 100;

/**
 * The result of a calculation with the signs that darktable's sliders take: + - * / ^ and brackets, x for the present
 * value, and % for a hundredth. null: not a calculation. It may be infinite, or not a number (1/0, 0/0).
 */
export function calculated(text: string, { x, decimal }: { x: number; decimal: '.' | ',' }): number | null {
  const tokens = text.length > LONGEST_TEXT ? null : tokensOf(text.replaceAll('−', '-'), decimal);
  if (tokens === null) return null;
  const calculation = new Calculation(tokens, x);
  const result = calculation.sum();
  return calculation.isAtEnd ? result : null;
}

const TOKEN = /\s*(?:((?:\d+(?:[.,]\d*)?|[.,]\d+)(?:e[-+]?\d+)?)|([-+*/^%()x]))\s*/iy;

function tokensOf(text: string, decimal: '.' | ','): (number | string)[] | null {
  const tokens: (number | string)[] = [];
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < text.length) {
    const [, number, sign] = TOKEN.exec(text) ?? [];
    if (number !== undefined) {
      // "1,500" may be meant as a thousand and a half, so a comma counts only where the language uses it.
      if (number.includes(',') && decimal !== ',') return null;
      tokens.push(Number(number.replace(',', '.')));
    } else if (sign !== undefined) tokens.push(sign.toLowerCase());
    else return null;
  }
  return tokens;
}

/** Reads its tokens from left to right; each method reads as much as it can, and is null where that makes no sense. */
class Calculation {
  #at = 0;
  readonly #tokens: readonly (number | string)[];
  readonly #x: number;

  constructor(tokens: readonly (number | string)[], x: number) {
    this.#tokens = tokens;
    this.#x = x;
  }

  get isAtEnd(): boolean {
    return this.#at === this.#tokens.length;
  }

  sum(): number | null {
    return this.#row(['+', '-'], () => this.#product());
  }

  #product(): number | null {
    return this.#row(['*', '/'], () => this.#power());
  }

  #power(): number | null {
    return this.#row(['^'], () => this.#signed());
  }

  #row(signs: readonly string[], part: () => number | null): number | null {
    let left = part();
    for (let sign = this.#take(signs); sign !== null; sign = this.#take(signs)) {
      const right = part();
      left = left === null || right === null ? null : OPERATIONS[sign]!(left, right);
    }
    return left;
  }

  #signed(): number | null {
    const sign = this.#take(['+', '-']);
    if (sign === null) return this.#percent();
    const value = this.#signed();
    return value === null || sign === '+' ? value : -value;
  }

  #percent(): number | null {
    const value = this.#single();
    return this.#take(['%']) === null || value === null ? value : value / 100;
  }

  #single(): number | null {
    const token = this.#tokens[this.#at];
    this.#at += 1;
    if (typeof token === 'number') return token;
    if (token === 'x') return this.#x;
    if (token !== '(') return null;
    const inside = this.sum();
    return this.#take([')']) === null ? null : inside;
  }

  #take(signs: readonly string[]): string | null {
    const token = this.#tokens[this.#at];
    if (typeof token !== 'string' || !signs.includes(token)) return null;
    this.#at += 1;
    return token;
  }
}

const OPERATIONS: Record<string, (left: number, right: number) => number> = {
  '+': (left, right) => left + right,
  '-': (left, right) => left - right,
  '*': (left, right) => left * right,
  '/': (left, right) => left / right,
  '^': (left, right) => left ** right,
};
