export interface Branch {
  name: string;
  leaf: string;
  /** Images that carry this very tag; 0 where only tags below it are there. */
  count: number;
  below: Branch[];
}

/** Tags as a tree; branches that are no tags themselves are there too. Keeps the order. */
export function tagTree(tags: readonly { name: string; count: number }[]): Branch[] {
  const top: Branch[] = [];
  const known = new Map<string, Branch>();
  const branchOf = (name: string): Branch => {
    const found = known.get(name);
    if (found) return found;
    const bar = name.lastIndexOf('|');
    const branch: Branch = { name, leaf: name.slice(bar + 1), count: 0, below: [] };
    known.set(name, branch);
    (bar < 0 ? top : branchOf(name.slice(0, bar)).below).push(branch);
    return branch;
  };
  for (const { name, count } of tags) branchOf(name).count = count;
  return top;
}
