import type { ReactNode } from 'react';
import { Tag, X } from 'lucide-react';
import { COLOR_LABELS } from '../../../contract/color-labels.ts';
import type { ImageChange } from '../../../contract/image-change.ts';
import { t } from '../../i18n/words.ts';
import { classes } from '../../ui/classes.ts';
import { StarIcon } from '../../ui/icons.tsx';
import { ColorDot } from '../../ui/marks.tsx';
import { tagWords } from '../change-words.ts';
import { useRecentTags } from '../panel/recent-tags.ts';
import { useDropTarget } from './drop-target.ts';
import styles from './drag.module.css';

const MOST_TAGS = 6;

/** What dragged pictures can be dropped on. */
export function DropTargets() {
  const recent = useRecentTags();
  return (
    <div className={styles.strip} aria-hidden="true">
      <p className={styles.title}>{t('drag.title')}</p>
      <div className={styles.targets}>
        {[1, 2, 3, 4, 5].map((rating) => (
          <Target key={rating} change={{ rating }} name={t('marks.stars', { count: rating })}>
            {rating}
            <StarIcon size={15} />
          </Target>
        ))}
        <Target change={{ rejected: true }} name={t('marks.reject')}>
          <X size={18} />
        </Target>
      </div>
      <div className={styles.targets}>
        {COLOR_LABELS.map((label) => (
          <Target key={label} change={{ color_labels: { add: [label] } }} name={t(`marks.${label}`)}>
            <ColorDot label={label} />
          </Target>
        ))}
      </div>
      {recent.length > 0 && (
        <div className={styles.targets}>
          {recent.slice(0, MOST_TAGS).map((name) => (
            <Target key={name} change={{ tags: { add: [name] } }} name={tagWords(name)}>
              <Tag size={13} />
              <span className={styles.tag}>{tagWords(name)}</span>
            </Target>
          ))}
        </div>
      )}
    </div>
  );
}

function Target({ change, name, children }: { change: ImageChange; name: string; children: ReactNode }) {
  const { isOver, handlers } = useDropTarget(change);
  return (
    <span className={classes(styles.target, isOver && styles.over)} title={name} data-drop={name} {...handlers}>
      {children}
    </span>
  );
}
