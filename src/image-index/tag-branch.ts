import type { Named } from './columns.ts';
import { fold } from './fold.ts';

/**
 * The ids of the tags meant by an id or name: the tag itself and all below it (`places` means `places|iceland` too,
 * even if there is no tag `places`). Digits mean an id, unless no tag has it. Names are matched exactly; if none
 * matches, case and accents are ignored. With a bar in front (`|iceland`) it is a full name or, if there is none, that of any
 * branch below others.
 */
export function tagsNamed(idOrName: string, tags: readonly Named[]): ReadonlySet<number> {
  const byId = /^\d{1,15}$/.test(idOrName) ? tags.find((tag) => tag.id === Number(idOrName)) : undefined;
  const wanted = (byId?.name ?? idOrName).replace(/^\||\|+$/g, '');
  const folded = fold(wanted);
  const ways: ((tag: Named) => boolean)[] = [
    ({ name }) => isBelow(name, wanted),
    (tag) => isBelow(tag.folded, folded),
    ...(idOrName.startsWith('|') ? [(tag: Named) => `|${tag.folded}|`.includes(`|${folded}|`)] : []),
  ];
  for (const fits of ways) {
    const found = tags.filter(fits);
    if (found.length > 0) return new Set(found.map(({ id }) => id));
  }
  return new Set();
}

const isBelow = (name: string, branch: string) =>
  name === branch || (name.startsWith(branch) && name[branch.length] === '|');
