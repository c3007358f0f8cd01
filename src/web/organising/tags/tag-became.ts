import { navigate } from '../../location.ts';
import type { TagChange } from '../change-words.ts';
import { renameRecentTags } from '../panel/recent-tags.ts';
import { pathNow } from '../../base.ts';

/** Carries a tag's new name into the tags used last and the page's filter, and back when that is undone. */
export function tagBecame(change: TagChange, { isUndone = false } = {}): void {
  if (change.is === 'deleted' && !isUndone) renameRecentTags((name) => (name === change.tag ? null : name));
  if (!('to' in change)) return;
  // After undoing a merge, the other tag is still there.
  if (change.is === 'merged' && isUndone) return;
  const [from, to] = isUndone ? [change.to, change.tag] : [change.tag, change.to];
  const nameNow = (name: string) => {
    const isInBranch = name === from || name.startsWith(`${from}|`);
    return isInBranch ? to + name.slice(from.length) : name;
  };
  renameRecentTags(nameNow);
  const address = new URL(location.href);
  const shown = address.searchParams.get('tag');
  if (shown === null || nameNow(shown) === shown) return;
  address.searchParams.set('tag', nameNow(shown));
  navigate(pathNow() + address.search, { replace: true, state: history.state as object });
}
