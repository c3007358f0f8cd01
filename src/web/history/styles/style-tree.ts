import type { Style } from '../../api/styles.ts';

export interface StyleBranch {
  /** The levels above its styles; empty: none. */
  path: readonly string[];
  styles: { style: Style; name: string }[];
}

/** Styles by their branches, those without one first; `typed` is looked for in full names. */
export function styleTree(styles: readonly Style[], typed: string): StyleBranch[] {
  const wanted = typed.trim().toLocaleLowerCase();
  const branches = new Map<string, StyleBranch>([['', { path: [], styles: [] }]]);
  for (const style of styles) {
    if (!style.name.toLocaleLowerCase().includes(wanted)) continue;
    const levels = style.name.split('|');
    const path = levels.slice(0, -1);
    const key = path.join('|');
    const branch = branches.get(key) ?? { path, styles: [] };
    branches.set(key, branch);
    branch.styles.push({ style, name: levels.at(-1) ?? style.name });
  }
  return [...branches.values()].filter((branch) => branch.styles.length > 0);
}
