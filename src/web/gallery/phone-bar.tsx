import { Suspense, useState } from 'react';
import { Bookmark, CircleCheck, Funnel, GalleryHorizontalEnd, Menu, PackageOpen } from 'lucide-react';
import { linkToCulling } from '../culling/culling-link.ts';
import { showExports, useExportBatches } from '../exports/exports-button.tsx';
import { t } from '../i18n/words.ts';
import { Waiting } from '../ui/notice.tsx';
import { Popover } from '../ui/popover.tsx';
import { ClearFilters, FilterChip } from './filter-chips.tsx';
import { CHIP_NAMES, type GalleryView, isSet } from './gallery-view.ts';
import { OrderSelect } from './order-select.tsx';
import { PageMenu } from './page-menu.tsx';
import { SavedSearches } from './search/late-saved-searches.ts';
import { startSelecting } from './selection.ts';
import menu from '../ui/menu.module.css';
import styles from './phone-bar.module.css';

/** What a phone's gallery offers, below the thumb. The bar of a selection takes its place. */
export function PhoneBar({ view }: { view: GalleryView }) {
  const set = CHIP_NAMES.filter((name) => isSet(view, name)).length;
  const hasExports = useExportBatches().length > 0;
  return (
    <nav className={styles.bar} aria-label={t('phone.bar')}>
      <a className={styles.item} {...linkToCulling(view)}>
        <GalleryHorizontalEnd size={20} aria-hidden />
        {t('gallery.cull')}
      </a>
      <Popover
        title={t('filter.all')}
        side="top"
        triggerClass={styles.item}
        trigger={
          <>
            <Funnel size={20} aria-hidden />
            <span>
              {t('phone.filter')}
              {set > 0 && <span className={styles.number}> {set}</span>}
            </span>
          </>
        }
      >
        <div className={styles.filters} role="group" aria-label={t('filter.all')}>
          {CHIP_NAMES.map((name) => (
            <FilterChip key={name} name={name} view={view} />
          ))}
        </div>
        <ClearFilters view={view} className={styles.clear} />
      </Popover>
      <button type="button" className={styles.item} onClick={startSelecting}>
        <CircleCheck size={20} aria-hidden />
        {t('phone.select')}
      </button>
      <PageMenu
        className={styles.item}
        hasWords
        side="top"
        trigger={
          <>
            <Menu size={20} aria-hidden />
            {t('menu.open')}
          </>
        }
        first={
          <div className={styles.order}>
            <h2>{t('gallery.order')}</h2>
            <OrderSelect view={view} />
          </div>
        }
        items={(close) => (
          <>
            <SavedItem view={view} onChosen={close} />
            {hasExports && (
              <li>
                <button
                  type="button"
                  className={menu.item}
                  onClick={() => {
                    close();
                    showExports(true);
                  }}
                >
                  <PackageOpen size={17} aria-hidden />
                  {t('exports.open')}
                </button>
              </li>
            )}
          </>
        )}
      />
    </nav>
  );
}

function SavedItem({ view, onChosen }: { view: GalleryView; onChosen: () => void }) {
  const [open, setOpen] = useState(false);
  const chosen = () => {
    setOpen(false);
    onChosen();
  };
  return (
    <li>
      <Popover
        title={t('filter.saved')}
        side="top"
        triggerClass={menu.item}
        trigger={
          <>
            <Bookmark size={17} aria-hidden />
            {t('filter.saved')}
          </>
        }
        open={open}
        onOpenChange={setOpen}
      >
        <Suspense fallback={<Waiting />}>
          <SavedSearches view={view} onChosen={chosen} />
        </Suspense>
      </Popover>
    </li>
  );
}
