import { Suspense, useState } from 'react';
import { Bookmark, GalleryHorizontalEnd } from 'lucide-react';
import { t } from '../i18n/words.ts';
import { linkToCulling } from '../culling/culling-link.ts';
import { CULL } from '../keyboard/actions.ts';
import { withKey } from '../keyboard/key-words.ts';
import { Waiting } from '../ui/notice.tsx';
import { Popover } from '../ui/popover.tsx';
import { FoldSwitchButton } from './folds/fold-switch-button.tsx';
import { ClearFilters, FilterChip } from './filter-chips.tsx';
import { CHIP_NAMES, type GalleryView } from './gallery-view.ts';
import { OrderSelect } from './order-select.tsx';
import { SavedSearches } from './search/late-saved-searches.ts';
import { SizeSlider } from './size-slider.tsx';
import { button } from '../ui/button.ts';
import { classes } from '../ui/classes.ts';
import styles from './filter-bar.module.css';

/** The filters, the order and the number of results. The address bar is the state; this only reads and writes it. */
export function FilterBar({ view, count }: { view: GalleryView; count: string }) {
  const [savedShown, setSavedShown] = useState(false);
  return (
    <section className={styles.bar} aria-label={t('filter.bar')}>
      <div className={styles.chips} role="group" aria-label={t('filter.all')}>
        {CHIP_NAMES.map((name) => (
          <FilterChip key={name} name={name} view={view} />
        ))}
      </div>
      <ClearFilters view={view} className={styles.clear} />
      <Popover
        label={t('filter.saved')}
        title={t('filter.saved')}
        triggerClass={classes(button('quiet', 'icon'), styles.saved)}
        trigger={<Bookmark size={16} aria-hidden />}
        open={savedShown}
        onOpenChange={setSavedShown}
      >
        <Suspense fallback={<Waiting />}>
          <SavedSearches view={view} onChosen={() => setSavedShown(false)} />
        </Suspense>
      </Popover>
      <div className={styles.count} role="status">
        <h1>{count}</h1>
      </div>
      <a
        className={classes(button('quiet'), styles.cull)}
        title={withKey(t('gallery.cull'), CULL.cull)}
        {...linkToCulling(view)}
      >
        <GalleryHorizontalEnd size={16} aria-hidden />
        <span>{t('gallery.cull')}</span>
      </a>
      <OrderSelect view={view} className={styles.order} />
      <FoldSwitchButton className={styles.fold} />
      <SizeSlider />
    </section>
  );
}
