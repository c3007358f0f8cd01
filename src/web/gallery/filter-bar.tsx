import { Suspense, useState } from 'react';
import { ArrowDownWideNarrow, Bookmark, ChevronDown, GalleryHorizontalEnd, X } from 'lucide-react';
import { useWhyNot } from '../api/rights.ts';
import { t } from '../i18n/words.ts';
import { linkToCulling } from '../culling/culling-link.ts';
import { CULL } from '../keyboard/actions.ts';
import { withKey } from '../keyboard/key-words.ts';
import { navigate } from '../location.ts';
import { ActionButton } from '../ui/action-button.tsx';
import { latePanel } from '../ui/late-part.tsx';
import { Waiting } from '../ui/notice.tsx';
import { Popover } from '../ui/popover.tsx';
import { FoldSwitch } from './folds/fold-switch-button.tsx';
import { useFilterWords } from './use-filter-words.ts';
import {
  CHIP_NAMES,
  type ChipName,
  EVERYTHING,
  FILTER_NAMES,
  type GalleryView,
  isSet,
  ORDERS,
  without,
  writeView,
} from './gallery-view.ts';
import { SizeSlider } from './size-slider.tsx';
import { button } from '../ui/button.ts';
import { classes } from '../ui/classes.ts';
import controls from '../ui/controls.module.css';
import text from '../ui/text.module.css';
import styles from './filter-bar.module.css';

const show = (view: GalleryView, options?: { replace?: boolean }) => navigate(`/${writeView(view)}`, options);

const Panel = latePanel(async () => (await import('./filter-panel.tsx')).FilterPanel);

const SavedSearches = latePanel(async () => (await import('./search/saved-searches.tsx')).SavedSearches);

/** The filters, the order and the number of results. The address bar is the state; this only reads and writes it. */
export function FilterBar({ view, count }: { view: GalleryView; count: string }) {
  const words = useFilterWords(view);
  const [savedShown, setSavedShown] = useState(false);
  const set = FILTER_NAMES.filter((name) => isSet(view, name));
  return (
    <section className={styles.bar} aria-label={t('filter.bar')}>
      <div className={styles.chips} role="group" aria-label={t('filter.all')}>
        {CHIP_NAMES.map((name) => (
          <Chip key={name} name={name} words={words(name)} view={view} />
        ))}
      </div>
      {set.length > 0 && (
        <button
          type="button"
          className={classes(button('quiet'), styles.chipClear)}
          aria-label={t('filter.clearAll')}
          onClick={() => show({ ...EVERYTHING, order: view.order })}
        >
          {t('filter.clearAllShort')}
        </button>
      )}
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
      <div className={styles.select}>
        <span className={styles.selectLead}>
          <ArrowDownWideNarrow size={16} aria-hidden />
        </span>
        <select
          name="order"
          className={controls.field}
          aria-label={t('gallery.order')}
          value={view.order}
          onChange={({ target }) => {
            const order = ORDERS.find(({ name }) => name === target.value)?.name ?? 'newest';
            show({ ...view, order });
          }}
        >
          {ORDERS.map(({ name }) => (
            <option key={name} value={name}>
              {t(`order.${name}`)}
            </option>
          ))}
        </select>
        <span className={styles.selectArrow}>
          <ChevronDown size={16} aria-hidden />
        </span>
      </div>
      <FoldSwitch className={styles.fold} />
      <SizeSlider />
    </section>
  );
}

interface ChipProps {
  name: ChipName;
  words: string;
  view: GalleryView;
}

function Chip({ name, words, view }: ChipProps) {
  const [open, setOpen] = useState(false);
  const title = t(`filter.${name}`);
  const active = isSet(view, name);
  const whyNot = useWhyNot(name === 'tag' ? 'tags:read' : name === 'film' ? 'films:read' : 'images:read');
  if (whyNot !== null && !active) {
    return (
      <div className={styles.chip}>
        <ActionButton className={styles.chipButton} whyNot={whyNot}>
          {title}
          <ChevronDown size={14} aria-hidden />
        </ActionButton>
      </div>
    );
  }
  return (
    <div className={classes(styles.chip, active && styles.chipSet)}>
      <Popover
        title={title}
        triggerClass={styles.chipButton}
        open={open}
        onOpenChange={setOpen}
        trigger={
          active ? (
            <>
              <span className={text.visuallyHidden}>{title}: </span>
              <span className={styles.chipWords}>{words}</span>
            </>
          ) : (
            <>
              {title}
              <ChevronDown size={14} aria-hidden />
            </>
          )
        }
      >
        <Suspense fallback={<Waiting />}>
          <Panel name={name} view={view} onChange={show} />
        </Suspense>
      </Popover>
      {active && (
        <button
          type="button"
          className={styles.chipRemove}
          aria-label={t('filter.remove', { filter: title })}
          onClick={() => show(without(view, name))}
        >
          <X size={14} aria-hidden />
        </button>
      )}
    </div>
  );
}
