import { Suspense, useCallback, useMemo, useRef } from 'react';
import { useQuery } from '@tanstack/react-query';
import type { ListParameters } from '../api/images.ts';
import { libraryQuery } from '../api/library.ts';
import { useRendering } from '../api/rendering.ts';
import { useWhyNot } from '../api/rights.ts';
import { t } from '../i18n/words.ts';
import { navigate } from '../location.ts';
import { lateExtra } from '../ui/late-part.tsx';
import { classes } from '../ui/classes.ts';
import { isUnfolded } from './folds/folds.ts';
import type { ShownList } from './folds/groups.ts';
import { useFocused, useFocusPicture, useFold, useReturn } from './grid-focus.ts';
import { useGridKeys } from './grid-keys.ts';
import { useRecords } from './grid-records.ts';
import { heightOf, PADDING, useGridScroll } from './grid-scroll.ts';
import { useGridSize } from './grid-size.ts';
import { useNearBlocks } from './near-blocks.ts';
import { usePhoneRows } from './per-row.ts';
import { usePictureHeight } from './picture-size.ts';
import { usePlaceholders } from './placeholders.ts';
import { RowLayout } from './row-layout.ts';
import { Scrubber } from './scrubber.tsx';
import { selectTo, toggle } from './selection.ts';
import { TALLEST } from './tall-scroll.ts';
import { Tile } from './tile.tsx';
import { useHoldsStill } from './use-long-press.ts';
import { usePinch } from './use-pinch.ts';
import { useVisibleImages } from './visible-images.ts';
import styles from './grid.module.css';

const GAP = 10;
const PHONE_GAP = 4;
/** Height of a last row that is not full, as a share of the width of each picture in the rows above it. */
const SHORT_ROW = 0.75;
/** As in tile.module.css. */
const CAPTION = 46;
/** Pictures lower than this have no caption. */
const LOWEST_WITH_CAPTION = 120;

const NOTHING: readonly never[] = [];

const PublishedMarks = lateExtra(async () => (await import('../publishing/published-marks.tsx')).PublishedMarks);

interface Props {
  outline: ShownList;
  parameters: ListParameters;
  /** `?…` of the gallery, so that an image knows its list. */
  address: string;
  /** An image is open over the gallery. */
  behind: boolean;
  /** Shows the previous view's pictures until those of this one arrive. */
  outdated: boolean;
  /** Sorted by date, newest or oldest first: dates are shown next to the list. */
  dated: 'asc' | 'desc' | null;
}

/** All pictures of a list in justified rows; only those near the window are in the page. */
export function Grid({ outline, parameters, address, behind, outdated, dated }: Props) {
  const scroller = useRef<HTMLDivElement>(null);
  useHoldsStill(scroller);
  const size = useGridSize(scroller);
  const phone = usePhoneRows();
  const { layout, captioned } = useRowLayout(outline, size.width, phone);
  const { current, setCurrent, setFocused } = useFocused(outline.ids);

  const { shown, present, scrollTo, reveal, ...held } = useGridScroll(scroller, {
    layout,
    ids: outline.ids,
    address,
    size,
    onArrive: setCurrent,
  });
  usePinch(scroller, { ...held, enabled: phone !== null });
  const recordAt = useRecords(parameters, outline, layout, shown);

  const focusPicture = useFocusPicture(scroller, present, setCurrent, reveal);
  useReturn(behind, outline.ids, focusPicture);
  const fold = useFold(outline.groups, present, focusPicture);
  useGridKeys({ scroller, present, current, behind, onGo: focusPicture, onFold: fold });

  const open = useCallback(
    (index: number) => {
      setCurrent(index);
      navigate(`/images/${outline.ids[index]}${address}`, { state: { index, fromGallery: true } });
    },
    [outline.ids, address, setCurrent],
  );
  const choose = useCallback(
    (id: number, isRange: boolean) => {
      const { ids } = present.current;
      setFocused({ id, index: ids.indexOf(id) });
      if (isRange) selectTo(id, ids);
      else toggle(id);
    },
    [present, setFocused],
  );

  const [rows, first, end] = drawn(layout, shown);
  // One picture has the tab stop: the one with the keyboard focus, if it is in the page.
  const tabStop = current >= first && current < end ? current : first;
  const total = outline.ids.length;
  const rendering = useRendering();
  useVisibleImages(outline.ids, first, end, !behind && rendering?.is_rendering === true);
  const near = useNearBlocks(outline.ids, first, end - 1);
  const blocks = useWhyNot('previews:read') === null ? near : NOTHING;
  const placeholderOf = usePlaceholders(blocks);
  // The part that shows the library makes the request; this one only reads the result.
  const publishes = useQuery({ ...libraryQuery, enabled: false }).data?.publishes;

  return (
    <div className={classes(styles.frame, dated && styles.dated)}>
      <div className={classes(styles.grid, outdated && styles.outdated)} ref={scroller} tabIndex={-1}>
        <div
          role="list"
          aria-label={t('gallery.list')}
          className={styles.rows}
          style={{ height: Math.min(heightOf(layout), TALLEST) }}
        >
          {rows.map((row) => (
            <div
              key={layout.firstOf(row)}
              className={styles.row}
              role="presentation"
              style={{ transform: `translateY(${layout.top(row) - shown.shift + PADDING}px)` }}
            >
              {layout.boxes(row).map(({ index, left, width }) => (
                <Tile
                  key={outline.ids[index]}
                  id={outline.ids[index] ?? 0}
                  image={recordAt(index)}
                  placeholder={placeholderOf(outline.ids[index] ?? 0)}
                  index={index}
                  total={total}
                  left={left}
                  width={width}
                  height={layout.heightOf(row)}
                  captioned={captioned}
                  address={address}
                  rendering={rendering}
                  isTabStop={index === tabStop}
                  {...foldOf(outline, index)}
                  onFold={fold}
                  onOpen={open}
                  onChoose={choose}
                />
              ))}
            </div>
          ))}
        </div>
      </div>
      <Suspense fallback={null}>{publishes && <PublishedMarks blocks={blocks} />}</Suspense>
      {dated && size.height > 0 && (
        <Scrubber
          list={outline}
          layout={layout}
          parameters={parameters}
          direction={dated}
          top={shown.top}
          windowHeight={size.height}
          onMove={scrollTo}
        />
      )}
    </div>
  );
}

/** Rows as high as was chosen; on a phone, with as many pictures as were chosen. */
function useRowLayout({ shapes }: ShownList, width: number, phone: ReturnType<typeof usePhoneRows>) {
  const pictureHeight = usePictureHeight(width);
  const captioned = phone?.captioned ?? pictureHeight >= LOWEST_WITH_CAPTION;
  const perRow = phone?.perRow;
  const layout = useMemo(() => {
    const gap = perRow === undefined ? GAP : PHONE_GAP;
    const height = perRow === undefined ? pictureHeight : (SHORT_ROW * width) / perRow;
    const below = captioned ? CAPTION : gap;
    return new RowLayout(shapes, { width, height, gap, below, ...(perRow && { perRow }) });
  }, [shapes, width, pictureHeight, perRow, captioned]);
  return { layout, captioned };
}

/** The rows in the page, and its pictures: from the first one to before the end. */
function drawn(layout: RowLayout, shown: { first: number; last: number }) {
  const count = Math.min(shown.last + 1, layout.count) - shown.first;
  const rows = Array.from({ length: Math.max(0, count) }, (_, at) => shown.first + at);
  const [first, last] = [rows[0], rows.at(-1)];
  if (first === undefined || last === undefined) return [rows, 0, 0] as const;
  return [rows, layout.firstOf(first), layout.firstOf(last) + layout.boxes(last).length] as const;
}

/** Whether a picture stands for its group, or was unfolded from it. */
function foldOf({ groups, ids }: ShownList, index: number) {
  const group = groups.get(ids[index] ?? NaN);
  const isIn = (at: number) => group !== undefined && isUnfolded(group) && groups.get(ids[at] ?? NaN) === group;
  return { group, isUnfolded: isIn(index), isFirst: !isIn(index - 1), isLast: !isIn(index + 1) };
}
