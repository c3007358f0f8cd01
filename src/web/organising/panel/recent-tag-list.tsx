import type { ImagesSummary } from '../../../contract/images-summary.ts';
import { t } from '../../i18n/words.ts';
import { useRecentTags } from './recent-tags.ts';
import { TagName } from './shared-tags.tsx';
import { TagCheck } from './tag-check.tsx';
import styles from './tags.module.css';

interface Props {
  shared: ImagesSummary;
  disabled: boolean;
  onSet: (name: string, on: boolean) => void;
}

/** The tags used last, except those listed above. */
export function RecentTagList({ shared: { images, tags }, disabled, onSet }: Props) {
  const recent = useRecentTags().filter((name) => !tags.some((tag) => tag.name === name));
  if (recent.length === 0) return null;
  return (
    <section className={styles.part}>
      <h3>{t('tags.recent')}</h3>
      <ul className={styles.tags} aria-label={t('tags.recent')}>
        {recent.map((name) => (
          <li key={name} className={styles.line}>
            <TagCheck name={name} count={0} total={images} disabled={disabled} onSet={onSet}>
              <TagName name={name} />
            </TagCheck>
          </li>
        ))}
      </ul>
    </section>
  );
}
