import { useRef, useState } from 'react';
import { Ellipsis, FolderPlus, Merge, Pencil, Trash2 } from 'lucide-react';
import type { TagBranch } from '../../../contract/image-record.ts';
import { t } from '../../i18n/words.ts';
import { button } from '../../ui/button.ts';
import { classes } from '../../ui/classes.ts';
import { Popover } from '../../ui/popover.tsx';
import { tagWords } from '../change-words.ts';
import type { OnTask, TagTask } from './tag-task.ts';
import menu from '../../ui/menu.module.css';
import styles from './tag-dialog.module.css';

const ICONS = { create: FolderPlus, rename: Pencil, merge: Merge, delete: Trash2 };

/** What can be done with a tag. A branch that is no tag itself can only get tags below it. */
export function TagMenu({ branch, onTask }: { branch: TagBranch; onTask: OnTask }) {
  const place = useRef<HTMLSpanElement>(null);
  const [open, setOpen] = useState(false);
  const { id, name } = branch;
  const tasks: TagTask[] = [{ is: 'create', below: name }];
  if (id !== null) {
    const tag = { ...branch, id };
    tasks.unshift({ is: 'rename', tag }, { is: 'merge', tag });
    tasks.push({ is: 'delete', tag });
  }
  return (
    <span ref={place}>
      <Popover
        label={t('tags.menu', { tag: tagWords(name) })}
        title={t('tags.menu', { tag: tagWords(name) })}
        align="end"
        triggerClass={classes(button('quiet', 'icon'), styles.menu)}
        trigger={<Ellipsis size={16} aria-hidden />}
        open={open}
        onOpenChange={setOpen}
      >
        <p className={styles.menuTitle}>{tagWords(name)}</p>
        <ul className={classes(menu.items, styles.items)}>
          {tasks.map((task) => {
            const Icon = ICONS[task.is];
            return (
              <li key={task.is}>
                <button
                  type="button"
                  className={menu.item}
                  onClick={() => {
                    setOpen(false);
                    onTask(task, place.current?.querySelector('button') ?? null);
                  }}
                >
                  <Icon size={16} aria-hidden />
                  {t(task.is === 'create' ? 'tags.createBelow' : `tags.${task.is}`)}
                </button>
              </li>
            );
          })}
        </ul>
      </Popover>
    </span>
  );
}
