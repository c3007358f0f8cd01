import { Suspense, useEffect } from 'react';
import type { ListParameters } from '../api/images.ts';
import { t } from '../i18n/words.ts';
import { useAddress } from '../location.ts';
import { latePanel } from '../ui/late-part.tsx';
import { say } from '../ui/toasts.tsx';
import text from '../ui/text.module.css';
import type { ShownList } from './folds/groups.ts';
import type { GalleryView } from './gallery-view.ts';
import { keepShown, selectDropped, useIsSelecting, useSelectionSize } from './selection.ts';

const SelectionBar = latePanel(async () => (await import('./selection-bar.tsx')).SelectionBar);

interface Props {
  list: ShownList | undefined;
  /** The filter and the order of the list. */
  parameters: ListParameters;
  view: GalleryView;
  /** Another view is over the gallery. */
  behind: boolean;
}

/** How many pictures are selected, and what to do with them. */
export function Selected({ list, parameters, view, behind }: Props) {
  const count = useSelectionSize();
  const isSelecting = useIsSelecting();
  const { isBack } = useAddress();
  const ids = list?.ids;
  const filter = JSON.stringify(parameters);
  const { sort_by: _key, sort_dir: _direction, group: _group, ...filters } = parameters;
  const isWhole = Object.keys(filters).length === 0;
  useEffect(() => {
    const count = ids === undefined || behind ? 0 : keepShown(ids, filter, { isWhole, isBack });
    if (count === 0) return;
    const action = { label: t('selection.again'), onClick: selectDropped };
    say({ id: 'selection', title: t('selection.dropped', { count }), action });
  }, [ids, filter, isWhole, isBack, behind]);
  return (
    <>
      <p className={text.visuallyHidden} role="status">
        {count > 0 && t('selection.count', { count })}
      </p>
      {isSelecting && (
        <Suspense fallback={null}>
          <SelectionBar list={list} parameters={parameters} view={view} />
        </Suspense>
      )}
    </>
  );
}
