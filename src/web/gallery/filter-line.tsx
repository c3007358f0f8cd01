import { t } from '../i18n/words.ts';
import { ClearFilters, FilterChip } from './filter-chips.tsx';
import { CHIP_NAMES, type GalleryView, isSet } from './gallery-view.ts';
import styles from './filter-line.module.css';

/** On a phone: how many pictures there are, and the filters that are set. The bar at the bottom has all filters. */
export function FilterLine({ view, count }: { view: GalleryView; count: string }) {
  const set = CHIP_NAMES.filter((name) => isSet(view, name));
  return (
    <section className={styles.line} aria-label={t('filter.inUse')}>
      <div className={styles.count} role="status">
        <h1>{count}</h1>
      </div>
      {set.length > 0 && (
        <div className={styles.chips}>
          {set.map((name) => (
            <FilterChip key={name} name={name} view={view} />
          ))}
        </div>
      )}
      <ClearFilters view={view} className={styles.clear} />
    </section>
  );
}
