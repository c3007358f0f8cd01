import type { Named } from './columns.ts';
import { fold } from './fold.ts';

/**
 * The ids of the tags meant by an id or name: the tag itself and all below it (`places` means `places|iceland` too,
 * even if there is no tag `places`). Digits mean an id, unless no tag has it. Names are matched exactly; if none
 * matches, case and accents are ignored.
 */
export function tagsNamed(idOrName: string, tags: readonly Named[]): ReadonlySet<number> {
  const byId = /^\d{1,15}$/.test(idOrName) ? tags.find((tag) => tag.id === Number(idOrName)) : undefined;
  const wanted = (byId?.name ?? idOrName).replace(/\|+$/, '');
  const exact = tags.filter(({ name }) => isBelow(name, wanted));
  const found = exact.length > 0 ? exact : tags.filter(({ folded }) => isBelow(folded, fold(wanted)));
  return new Set(found.map(({ id }) => id));
}

const isBelow = (name: string, branch: string) =>
  name === branch || (name.startsWith(branch) && name[branch.length] === '|');
