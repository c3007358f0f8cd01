import { parametersOf } from './path-parameters.ts';

interface Found<Value> {
  value: Value;
  /** Without their percent escapes. */
  params: Record<string, string>;
}

/** What follows in a path. */
class Branch<Value> {
  readonly words = new Map<string, Branch<Value>>();
  parameter: Branch<Value> | null = null;
  here: { value: Value; names: readonly string[] } | null = null;
}

/**
 * What is at paths such as `/images/:id`. A path is found in as many steps as it has parts, however many there are. As with
 * Express, the case of words and a slash at the end do not matter.
 */
export class PathTable<Value> {
  readonly #root = new Branch<Value>();

  add(path: string, value: Value): void {
    let branch = this.#root;
    for (const part of partsOf(path.toLowerCase())) {
      if (part.startsWith(':')) branch = branch.parameter ??= new Branch();
      else {
        const next = branch.words.get(part) ?? new Branch<Value>();
        branch.words.set(part, next);
        branch = next;
      }
    }
    branch.here = { value, names: parametersOf(path) };
  }

  /** All that fit, fixed words before parameters. Throws URIError for a parameter with a broken percent escape. */
  find(path: string): Found<Value>[] {
    const found: Found<Value>[] = [];
    const parts = partsOf(path);
    const collect = ({ words, parameter, here }: Branch<Value>, at: number, values: readonly string[]): void => {
      const part = parts[at];
      if (part === undefined) {
        if (here) found.push({ value: here.value, params: paramsOf(here.names, values) });
        return;
      }
      const word = words.get(part.toLowerCase());
      if (word) collect(word, at + 1, values);
      if (parameter && part !== '') collect(parameter, at + 1, [...values, part]);
    };
    collect(this.#root, 0, []);
    return found;
  }
}

const paramsOf = (names: readonly string[], values: readonly string[]) =>
  Object.fromEntries(names.map((name, at) => [name, decodeURIComponent(values[at]!)]));

function partsOf(path: string): string[] {
  const parts = path.split('/').slice(1);
  if (parts.at(-1) === '') parts.pop();
  return parts;
}
