import { Suspense, useState } from 'react';
import { ChevronDown, X } from 'lucide-react';
import { useWhyNot } from '../api/rights.ts';
import { t } from '../i18n/words.ts';
import { navigate } from '../location.ts';
import { ActionButton } from '../ui/action-button.tsx';
import { latePanel } from '../ui/late-part.tsx';
import { Waiting } from '../ui/notice.tsx';
import { Popover } from '../ui/popover.tsx';
import { useFilterWords } from './use-filter-words.ts';
import {
  type ChipName,
  EVERYTHING,
  FILTER_NAMES,
  type GalleryView,
  isSet,
  without,
  writeView,
} from './gallery-view.ts';
import { button } from '../ui/button.ts';
import { classes } from '../ui/classes.ts';
import text from '../ui/text.module.css';
import styles from './filter-chips.module.css';

const show = (view: GalleryView, options?: { replace?: boolean }) => navigate(`/${writeView(view)}`, options);

const Panel = latePanel(async () => (await import('./filter-panel.tsx')).FilterPanel);

interface Props {
  name: ChipName;
  view: GalleryView;
}

/** A filter: opens its settings, and says how it is set. */
export function FilterChip({ name, view }: Props) {
  const words = useFilterWords(view)(name);
  const [open, setOpen] = useState(false);
  const title = t(`filter.${name}`);
  const active = isSet(view, name);
  const whyNot = useWhyNot(name === 'tag' ? 'tags:read' : name === 'film' ? 'films:read' : 'images:read');
  if (whyNot !== null && !active) {
    return (
      <div className={styles.chip}>
        <ActionButton className={styles.open} whyNot={whyNot}>
          {title}
          <ChevronDown size={14} aria-hidden />
        </ActionButton>
      </div>
    );
  }
  return (
    <div className={classes(styles.chip, active && styles.set)}>
      <Popover
        title={title}
        triggerClass={styles.open}
        open={open}
        onOpenChange={setOpen}
        trigger={
          active ? (
            <>
              <span className={text.visuallyHidden}>{title}: </span>
              <span className={styles.words}>{words}</span>
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
          className={styles.remove}
          aria-label={t('filter.remove', { filter: title })}
          onClick={() => show(without(view, name))}
        >
          <X size={14} aria-hidden />
        </button>
      )}
    </div>
  );
}

/** While any filter is set, the search included. */
export function ClearFilters({ view, className }: { view: GalleryView; className?: string | undefined }) {
  if (!FILTER_NAMES.some((name) => isSet(view, name))) return null;
  return (
    <button
      type="button"
      className={classes(button('quiet'), styles.clear, className)}
      aria-label={t('filter.clearAll')}
      onClick={() => show({ ...EVERYTHING, order: view.order })}
    >
      {t('filter.clearAllShort')}
    </button>
  );
}
