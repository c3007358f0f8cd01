import type { ImagesSummary } from '../../../contract/images-summary.ts';
import { useWhyNot } from '../../api/rights.ts';
import { RecentTagList } from './recent-tag-list.tsx';
import { rememberTag } from './recent-tags.ts';
import { change } from './shared.ts';
import { SharedTags } from './shared-tags.tsx';
import { TagField } from './tag-field.tsx';
import { TagTree } from './tag-tree.tsx';

/** Gives tags to the pictures and takes them away. */
export function TagsPart({
  ids,
  shared,
  disabled,
}: {
  ids: readonly number[];
  shared: ImagesSummary;
  disabled: boolean;
}) {
  const noTags = useWhyNot('tags:read');
  const set = (name: string, on: boolean) => {
    if (on) rememberTag(name);
    change(ids, { tags: { [on ? 'add' : 'remove']: [name] } });
  };
  const part = { shared, disabled, onSet: set };
  return (
    <>
      {!disabled && <TagField onAdd={(name) => set(name, true)} />}
      <SharedTags {...part} />
      {!disabled && <RecentTagList {...part} />}
      {noTags === null && <TagTree {...part} />}
    </>
  );
}
