import { X } from 'lucide-react';
import type { ImagesSummary } from '../../../contract/images-summary.ts';
import { locale, number, t } from '../../i18n/words.ts';
import { button } from '../../ui/button.ts';
import { classes } from '../../ui/classes.ts';
import { TagCheck } from './tag-check.tsx';
import styles from './tags.module.css';

interface Props {
  shared: ImagesSummary;
  disabled: boolean;
  onSet: (name: string, on: boolean) => void;
}

/** The tags of the pictures: first those that all have, then those of some. */
export function SharedTags({ shared: { images, tags }, disabled, onSet }: Props) {
  const ordered = tags.toSorted(
    (one, other) => other.count - one.count || one.name.localeCompare(other.name, locale()),
  );
  const title = t(images === 1 ? 'tags.onThis' : 'tags.onThese');
  return (
    <section className={styles.part}>
      <h3>{title}</h3>
      {ordered.length === 0 ? (
        <p className={styles.note}>{t('tags.none')}</p>
      ) : (
        <ul className={styles.tags} aria-label={title}>
          {ordered.map(({ name, count }) => (
            <li key={name} className={styles.line}>
              <TagCheck name={name} count={count} total={images} disabled={disabled} onSet={onSet}>
                <TagName name={name} />
                {images > 1 && (
                  <span className={styles.count}>
                    {count < images
                      ? t('tags.some', { count: number(count), total: number(images) })
                      : t('tags.all', { count: number(count) })}
                  </span>
                )}
              </TagCheck>
              <button
                type="button"
                className={classes(button('quiet', 'icon'), styles.remove)}
                aria-label={t('tags.remove', { name: name.split('|').join(' › ') })}
                aria-disabled={disabled}
                onClick={() => {
                  if (!disabled) onSet(name, false);
                }}
              >
                <X size={15} aria-hidden />
              </button>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

/** The branch is muted, the leaf stands out. */
export function TagName({ name }: { name: string }) {
  const levels = name.split('|');
  const leaf = levels.pop();
  return (
    <span className={styles.name}>
      {levels.length > 0 && <span className={styles.branch}>{levels.join(' › ')} › </span>}
      {leaf}
    </span>
  );
}
