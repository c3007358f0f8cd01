import { CommandError } from './command-error.ts';

/** The one that is called so, regardless of case. Throws CommandError, which tells the names that there are. */
export function byName<Named extends { name: string }>(what: string, all: readonly Named[], name: string): Named {
  const found = all.find((each) => each.name.localeCompare(name, undefined, { sensitivity: 'base' }) === 0);
  if (found) return found;
  const names = all.map((each) => each.name).join(', ');
  throw new CommandError(`There is no ${what} ${name}.${names === '' ? '' : ` There are: ${names}`}`);
}
