import { t } from '../../i18n/words.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { tagWords } from '../change-words.ts';
import { CreateTag } from './create-tag.tsx';
import { DeleteTag } from './delete-tag.tsx';
import { MergeTag } from './merge-tag.tsx';
import { RenameTag } from './rename-tag.tsx';
import type { TagTask } from './tag-task.ts';

interface Props {
  task: TagTask | null;
  finalFocus: () => HTMLElement | null;
  onDone: () => void;
  onClose: () => void;
}

/** Asks for what is needed to create, rename, merge or delete a tag, and says why it failed. */
export function TagDialog({ task, finalFocus, onDone, onClose }: Props) {
  const ends = { onDone, onClose };
  if (task === null) return null;
  const title =
    task.is === 'create' ? t('tags.createTitle') : t(`tags.${task.is}Title`, { tag: tagWords(task.tag.name) });
  return (
    <Dialog open title={title} onClose={onClose} startsInField finalFocus={finalFocus}>
      {task.is === 'create' ? (
        <CreateTag below={task.below} {...ends} />
      ) : task.is === 'rename' ? (
        <RenameTag tag={task.tag} {...ends} />
      ) : task.is === 'merge' ? (
        <MergeTag tag={task.tag} {...ends} />
      ) : (
        <DeleteTag tag={task.tag} {...ends} />
      )}
    </Dialog>
  );
}
