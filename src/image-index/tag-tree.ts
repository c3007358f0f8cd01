import type { TagBranch } from '../contract/image-record.ts';

/**
 * The levels of the tag tree, by the name of the branch above; the top level by ''. Each keeps the order of the tags.
 */
export function tagLevels(tags: Iterable<{ id: number; name: string; count: number }>): Map<string, TagBranch[]> {
  const levels = new Map<string, TagBranch[]>([['', []]]);
  const known = new Map<string, TagBranch>();
  const branchOf = (name: string): TagBranch => {
    const found = known.get(name);
    if (found) return found;
    const bar = name.lastIndexOf('|');
    const parent = bar < 0 ? '' : name.slice(0, bar);
    const branch: TagBranch = { name, leaf: name.slice(bar + 1), id: null, count: 0, below: 0 };
    known.set(name, branch);
    if (parent !== '') branchOf(parent).below++;
    const level = levels.get(parent);
    if (level) level.push(branch);
    else levels.set(parent, [branch]);
    return branch;
  };
  for (const { id, name, count } of tags) Object.assign(branchOf(name), { id, count });
  return levels;
}
