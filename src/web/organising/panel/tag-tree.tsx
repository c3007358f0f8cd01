import { useRef, useState } from 'react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { ChevronRight, Plus } from 'lucide-react';
import type { TagBranch } from '../../../contract/image-record.ts';
import type { ImagesSummary } from '../../../contract/images-summary.ts';
import { tagBranchesQuery } from '../../api/images.ts';
import { number, t } from '../../i18n/words.ts';
import { button } from '../../ui/button.ts';
import { classes } from '../../ui/classes.ts';
import { isOwnTag } from '../../../contract/tag-names.ts';
import { TagDialog } from '../tags/tag-dialog.tsx';
import type { OnTask, TagTask } from '../tags/tag-task.ts';
import { TagMenu } from '../tags/tag-menu.tsx';
import { TagCheck } from './tag-check.tsx';
import styles from './tags.module.css';

interface Props {
  shared: ImagesSummary;
  disabled: boolean;
  onSet: (name: string, on: boolean) => void;
}

interface BranchProps extends Props {
  onTask: OnTask;
}

/** Every tag of the library in its branch. */
export function TagTree(props: Props) {
  const [task, setTask] = useState<TagTask | null>(null);
  const asked = useRef<HTMLElement>(null);
  const begin: OnTask = (next, from) => {
    asked.current = from;
    setTask(next);
  };
  const done = () => {
    // Its line in the tree disappears or moves.
    if (task?.is !== 'create') asked.current = create.current;
    setTask(null);
  };
  const create = useRef<HTMLButtonElement>(null);
  return (
    <section className={styles.part}>
      <div className={styles.head}>
        <h3>{t('tags.tree')}</h3>
        {!props.disabled && (
          <button
            type="button"
            ref={create}
            className={classes(button('quiet'), styles.create)}
            onClick={() => begin({ is: 'create', below: '' }, create.current)}
          >
            <Plus size={15} aria-hidden />
            {t('tags.create')}
          </button>
        )}
      </div>
      <Branches parent="" label={t('tags.tree')} onTask={begin} {...props} />
      <TagDialog task={task} finalFocus={() => asked.current} onDone={done} onClose={() => setTask(null)} />
    </section>
  );
}

/** One level; the next loads when a branch is opened. */
function Branches({ parent, label, ...props }: { parent: string; label: string } & BranchProps) {
  const { data, hasNextPage, fetchNextPage } = useInfiniteQuery(tagBranchesQuery(parent));
  const branches = data?.pages.flatMap(({ items }) => items) ?? [];
  const rest = (data?.pages[0]?.total ?? 0) - branches.length;
  return (
    <>
      <ul className={styles.tags} aria-label={label}>
        {branches.map((branch) => (
          <Branch key={branch.name} branch={branch} {...props} />
        ))}
      </ul>
      {data && branches.length === 0 && <p className={styles.note}>{t('tags.none')}</p>}
      {hasNextPage && (
        <button type="button" className={button()} onClick={() => void fetchNextPage()}>
          {t('filter.more', { number: number(rest) })}
        </button>
      )}
    </>
  );
}

function Branch({ branch, ...props }: { branch: TagBranch } & BranchProps) {
  const [open, setOpen] = useState(false);
  const { name, leaf, id, count, below } = branch;
  const { shared, disabled, onSet, onTask } = props;
  const begin: OnTask = (task, from) => {
    // So that the new tag can be seen.
    if (task.is === 'create') setOpen(true);
    onTask(task, from);
  };
  const here = shared.tags.find((tag) => tag.name === name)?.count ?? 0;
  return (
    <li>
      <div className={styles.line}>
        {below > 0 ? (
          <button
            type="button"
            className={styles.expand}
            aria-expanded={open}
            aria-label={t('tags.expand', { name: leaf })}
            onClick={() => setOpen(!open)}
          >
            <ChevronRight size={15} aria-hidden />
          </button>
        ) : (
          <span className={styles.expand} />
        )}
        {id === null ? (
          // This branch is not a tag itself.
          <button type="button" className={styles.bough} tabIndex={-1} onClick={() => setOpen(!open)}>
            {leaf}
          </button>
        ) : (
          <TagCheck name={name} count={here} total={shared.images} disabled={disabled} onSet={onSet}>
            <span className={styles.name}>{leaf}</span>
            {count > 0 && <span className={styles.count}>{number(count)}</span>}
          </TagCheck>
        )}
        {!disabled && !isOwnTag(name) && <TagMenu branch={branch} onTask={begin} />}
      </div>
      {open && below > 0 && (
        <div className={styles.below}>
          <Branches parent={name} label={leaf} {...props} />
        </div>
      )}
    </li>
  );
}
