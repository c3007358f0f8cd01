import { deleteTag } from '../../api/organising.ts';
import { t } from '../../i18n/words.ts';
import { tagChanged } from '../organise.ts';
import type { TagToChange } from './tag-task.ts';
import { type FormEnds, TagForm } from './tag-form.tsx';

/** Asks first, and says how many pictures carry it. */
export function DeleteTag({ tag, ...ends }: { tag: TagToChange } & FormEnds) {
  const remove = async () => {
    const { change, images } = await deleteTag(tag.id);
    tagChanged({ is: 'deleted', tag: tag.name }, change, images);
  };
  return (
    <TagForm words={t('tags.deleteDo')} isDangerous isReady onSubmit={remove} {...ends}>
      <p>
        {tag.count === 0 ? t('tags.onNone') : t('tags.carried', { count: tag.count })}
        {tag.below > 0 && ` ${t('tags.branchStays')}`}
      </p>
    </TagForm>
  );
}
