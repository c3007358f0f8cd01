import { type ReactNode, useState } from 'react';
import { ArrowDownWideNarrow, ChevronDown, X } from 'lucide-react';
import { useWhyNot } from '../api/rights.ts';
import { t } from '../i18n/words.ts';
import { navigate } from '../location.ts';
import { ActionButton } from '../ui/action-button.tsx';
import { Popover } from '../ui/popover.tsx';
import { CameraPanel, DatePanel, KindPanel, LabelPanel, LensPanel, RatingPanel } from './filter-panels.tsx';
import { FilmPanel, TagPanel } from './name-panels.tsx';
import { useFilterWords } from './filter-words.ts';
import {
  EVERYTHING,
  FILTER_NAMES,
  type FilterName,
  type GalleryView,
  isSet,
  ORDERS,
  without,
  writeView,
} from './gallery-view.ts';
import { SizeSlider } from './size-slider.tsx';
import './filter-bar.css';

const show = (view: GalleryView) => navigate(`/${writeView(view)}`);

type Panel = (props: { view: GalleryView; onChange: (view: GalleryView) => void }) => ReactNode;
const panels: Record<Exclude<FilterName, 'search'>, Panel> = {
  rating: RatingPanel,
  label: LabelPanel,
  film: FilmPanel,
  tag: TagPanel,
  kind: KindPanel,
  date: DatePanel,
  camera: CameraPanel,
  lens: LensPanel,
};

/** What to see, in which order, and how many that are. The address bar is the state: this only reads and writes it. */
export function FilterBar({ view, count }: { view: GalleryView; count: string }) {
  const words = useFilterWords(view);
  const set = FILTER_NAMES.filter((name) => isSet(view, name));
  return (
    <section className="filter-bar" aria-label={t('filter.bar')}>
      <div className="chips" role="group" aria-label={t('filter.all')}>
        {(Object.keys(panels) as (keyof typeof panels)[]).map((name) => (
          <Chip key={name} name={name} panel={panels[name]} words={words[name]} view={view} />
        ))}
      </div>
      {set.length > 0 && (
        <button
          type="button"
          className="button button-quiet chip-clear"
          aria-label={t('filter.clearAll')}
          onClick={() => show({ ...EVERYTHING, order: view.order })}
        >
          {t('filter.clearAllShort')}
        </button>
      )}
      <div className="filter-count" role="status">
        <h1>{count}</h1>
      </div>
      <div className="select">
        <span className="select-lead">
          <ArrowDownWideNarrow size={16} aria-hidden />
        </span>
        <select
          className="field"
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
        <span className="select-arrow">
          <ChevronDown size={16} aria-hidden />
        </span>
      </div>
      <SizeSlider />
    </section>
  );
}

interface ChipProps {
  name: Exclude<FilterName, 'search'>;
  panel: Panel;
  words: string;
  view: GalleryView;
}

function Chip({ name, panel: Content, words, view }: ChipProps) {
  const [open, setOpen] = useState(false);
  const title = t(`filter.${name}`);
  const active = isSet(view, name);
  const whyNot = useWhyNot(name === 'tag' ? 'tags:read' : name === 'film' ? 'films:read' : 'images:read');
  if (whyNot !== null && !active) {
    return (
      <div className="chip">
        <ActionButton className="chip-button" whyNot={whyNot}>
          {title}
          <ChevronDown size={14} aria-hidden />
        </ActionButton>
      </div>
    );
  }
  return (
    <div className={`chip ${active ? 'chip-set' : ''}`}>
      <Popover
        title={title}
        triggerClass="chip-button"
        open={open}
        onOpenChange={setOpen}
        trigger={
          active ? (
            <>
              <span className="visually-hidden">{title}: </span>
              <span className="chip-words">{words}</span>
            </>
          ) : (
            <>
              {title}
              <ChevronDown size={14} aria-hidden />
            </>
          )
        }
      >
        <Content view={view} onChange={show} />
      </Popover>
      {active && (
        <button
          type="button"
          className="chip-remove"
          aria-label={t('filter.remove', { filter: title })}
          onClick={() => show(without(view, name))}
        >
          <X size={14} aria-hidden />
        </button>
      )}
    </div>
  );
}
