import { type KeyboardEvent, useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { useVirtualizer } from '@tanstack/react-virtual';
import type { ImageRecord } from '../../contract/image-record.ts';
import type { LibraryStatus } from '../../contract/service.ts';
import { imagesQuery } from '../api/images.ts';
import { ConnectionError } from '../api/request.ts';
import { navigate } from '../location.ts';
import { ConnectionBar } from '../ui/connection-bar.tsx';
import { PictureIcon } from '../ui/icons.tsx';
import { Notice, Waiting } from '../ui/notice.tsx';
import { shapeOf } from '../../contract/image-shape.ts';
import { type GalleryView, listParameters, RATINGS, writeView } from './gallery-view.ts';
import { Header } from './header.tsx';
import { type Row, justifiedRows } from './justified-rows.ts';
import { SampleBanner } from './sample-banner.tsx';
import { Tile } from './tile.tsx';
import { ViewControls } from './view-controls.tsx';
import { lastShown, type Shown } from './last-shown.ts';
import './gallery.css';

interface Props {
  library: LibraryStatus;
  view: GalleryView;
  /** An image is open over the gallery, which stays where it is. */
  behind: boolean;
}

/** Every picture that the view asks for, as rows that end at one edge; loads on while one scrolls. */
export function Gallery({ library, view, behind }: Props) {
  const list = useInfiniteQuery(imagesQuery(listParameters(view)));
  const images = useMemo(() => withoutRepeats(list.data?.pages.flatMap((page) => page.items) ?? []), [list.data]);
  const total = list.data?.pages.at(-1)?.total ?? 0;

  useEffect(() => {
    if (!behind) document.title = view.search ? `${view.search} – Safelight` : 'Safelight';
  }, [behind, view.search]);

  return (
    <div className={`app gallery ${behind ? 'gallery-behind' : ''}`} inert={behind}>
      <a className="skip-link" href="#pictures">
        Skip to the pictures
      </a>
      <ConnectionBar />
      <Header>
        <ViewControls view={view} />
      </Header>
      {library.is_sample && <SampleBanner />}
      <main className="app-main" id="pictures" tabIndex={-1}>
        {list.data === undefined ? (
          // Nobody there: the bar at the top says so, and the list comes when Safelight does.
          list.isError && !(list.error instanceof ConnectionError) ? (
            <Notice mark={<PictureIcon size={40} />} title="The pictures cannot be listed">
              <p>{list.error.message}</p>
              <button type="button" className="button" onClick={() => void list.refetch()}>
                Try again
              </button>
            </Notice>
          ) : (
            <Waiting />
          )
        ) : images.length === 0 ? (
          <NothingFound view={view} library={library} />
        ) : (
          <Grid
            images={images}
            total={total}
            view={view}
            behind={behind}
            complete={!list.hasNextPage}
            outdated={list.isPlaceholderData}
            failure={list.isFetchNextPageError ? list.error.message : null}
            onNearEnd={() => {
              if (list.hasNextPage && !list.isFetchingNextPage && !list.isPlaceholderData) void list.fetchNextPage();
            }}
          />
        )}
      </main>
    </div>
  );
}

/** A page that was fetched after the library changed may bring an image once more. */
function withoutRepeats(images: ImageRecord[]): ImageRecord[] {
  const seen = new Set<number>();
  return images.filter(({ id }) => !seen.has(id) && seen.add(id));
}

const ratingFilterWords = (view: GalleryView) => RATINGS.find(({ value }) => value === view.rating)?.words ?? '';

function NothingFound({ view, library }: { view: GalleryView; library: LibraryStatus }) {
  const rating = ratingFilterWords(view);
  if (view.search.trim() === '' && rating === '') {
    return (
      <Notice mark={<PictureIcon size={40} />} title="This library has no pictures yet">
        <p>Import a folder in darktable, and its pictures appear here by themselves.</p>
        {library.library !== null && <p className="notice-file">{library.library}</p>}
      </Notice>
    );
  }
  return (
    <Notice mark={<PictureIcon size={40} />} title="No picture matches">
      <p role="status">
        None of the {(library.images ?? 0).toLocaleString('en')} pictures
        {view.search.trim() !== '' && <> has “{view.search.trim()}” in its name, tags, texts, film roll or camera</>}
        {view.search.trim() !== '' && rating !== '' && ' and'}
        {rating !== '' && <> is rated {rating}</>}.
      </p>
      <button type="button" className="button" onClick={() => navigate('/')}>
        Show all pictures
      </button>
    </Notice>
  );
}

const GAP = 10;
/** As in gallery.css. */
const CAPTION = 46;
const HEADING = 46;
const ROWS_AHEAD = 6;
/** How many pictures are loaded, at most, to stand where one left the list. */
const FURTHEST_RETURN = 1000;

const wantedHeight = (width: number) => (width < 500 ? 150 : width < 1000 ? 180 : 205);

interface GridProps {
  images: ImageRecord[];
  total: number;
  view: GalleryView;
  behind: boolean;
  complete: boolean;
  /** Pictures of the view before, until this one's arrive. */
  outdated: boolean;
  failure: string | null;
  onNearEnd: () => void;
}

function Grid({ images, total, view, behind, complete, outdated, failure, onNearEnd }: GridProps) {
  const scroller = useRef<HTMLDivElement>(null);
  const heading = [
    total === 1 ? '1 picture' : `${total.toLocaleString('en')} pictures`,
    ratingFilterWords(view),
    view.search.trim() !== '' && `with “${view.search.trim()}”`,
  ]
    .filter((part) => part !== '' && part !== false)
    .join(', ');
  const [width, setWidth] = useState(0);

  useLayoutEffect(() => {
    const element = scroller.current;
    if (!element) return;
    const measure = () => {
      const { paddingLeft, paddingRight } = getComputedStyle(element);
      setWidth(element.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight));
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);

  const ratios = useMemo(() => images.map(shapeOf), [images]);
  const rows = useMemo(
    () => justifiedRows(ratios, { width, height: wantedHeight(width), gap: GAP, complete }),
    [ratios, width, complete],
  );
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: (row) => (rows[row]?.height ?? 0) + CAPTION,
    overscan: 3,
    scrollMargin: HEADING,
    initialRect: { width: innerWidth, height: innerHeight },
  });
  const shown = virtual.getVirtualItems();

  // Another width makes other rows: sizes are taken anew, and the picture at the top stays at the top.
  const topPicture = useRef(0);
  useLayoutEffect(() => {
    virtual.measure();
    if (topPicture.current > 0) virtual.scrollToIndex(rowOf(rows, topPicture.current), { align: 'start' });
    // Only the width: rows that grow at the end move nothing.
  }, [width]);
  const firstShown = rows[virtual.range?.startIndex ?? 0]?.boxes[0]?.index ?? 0;
  useEffect(() => {
    topPicture.current = (virtual.scrollOffset ?? 0) > HEADING ? firstShown : 0;
  });

  // Another view begins at its top, once it is there.
  const address = writeView(view);
  const shownAddress = useRef(address);
  useLayoutEffect(() => {
    if (outdated || shownAddress.current === address) return;
    shownAddress.current = address;
    virtual.measure();
    scroller.current?.scrollTo(0, 0);
  }, [outdated, address, virtual]);

  const lastRow = shown.at(-1)?.index ?? 0;
  useEffect(() => {
    if (width > 0 && lastRow >= rows.length - ROWS_AHEAD) onNearEnd();
  }, [width, lastRow, rows.length, onNearEnd]);

  const focusPicture = useCallback(
    (index: number) => {
      virtual.scrollToIndex(rowOf(rows, index), { align: 'auto' });
      requestAnimationFrame(() => {
        scroller.current?.querySelector<HTMLElement>(`[data-index="${index}"]`)?.focus({ preventScroll: true });
      });
    },
    [rows, virtual],
  );

  // Back from an image: on to where one stood in the list, which may be further than where one opened it.
  // That place may have to be loaded first, and the row it is in be full.
  const wasBehind = useRef(behind);
  const returnTo = useRef<Shown | null>(null);
  useEffect(() => {
    if (wasBehind.current && !behind) returnTo.current = lastShown();
    wasBehind.current = behind;
    const to = returnTo.current;
    if (behind || !to) return;
    const found = images.findIndex(({ id }) => id === to.id);
    if (found >= 0 && found < countOf(rows)) {
      returnTo.current = null;
      focusPicture(found);
    } else if (!complete && (to.index ?? Infinity) < images.length + FURTHEST_RETURN) onNearEnd();
    else returnTo.current = null;
  });

  const step = (event: KeyboardEvent) => {
    const from = Number(event.target instanceof HTMLElement ? event.target.dataset.index : NaN);
    if (Number.isNaN(from) || event.altKey || event.ctrlKey || event.metaKey) return;
    const to = nextPicture(rows, from, event.key);
    if (to === null) return;
    event.preventDefault();
    focusPicture(to);
  };

  return (
    <div className={`grid ${outdated ? 'grid-outdated' : ''}`} ref={scroller} onKeyDown={step}>
      <h1 className="grid-heading">{heading}</h1>
      <span className="visually-hidden" role="status">
        {heading}
      </span>
      <div role="list" aria-label="Pictures" className="grid-rows" style={{ height: virtual.getTotalSize() }}>
        {shown.map(({ index, start, key }) => {
          const row = rows[index];
          return (
            row && (
              <div
                key={key}
                className="grid-row"
                role="presentation"
                style={{ transform: `translateY(${start - HEADING}px)`, gap: GAP }}
              >
                {row.boxes.map((box) => {
                  const image = images[box.index];
                  return (
                    image && (
                      <Tile
                        key={image.id}
                        image={image}
                        index={box.index}
                        total={total}
                        width={box.width}
                        height={row.height}
                        view={address}
                      />
                    )
                  );
                })}
              </div>
            )
          );
        })}
      </div>
      <p className="grid-end" role="status">
        {failure !== null ? (
          <>
            More pictures could not be loaded: {failure}{' '}
            <button type="button" className="button" onClick={onNearEnd}>
              Try again
            </button>
          </>
        ) : (
          !complete && 'Loading more…'
        )}
      </p>
    </div>
  );
}

/** How many pictures are in rows. */
const countOf = (rows: readonly Row[]) => (rows.at(-1)?.boxes.at(-1)?.index ?? -1) + 1;

function rowOf(rows: readonly Row[], picture: number): number {
  const row = rows.findIndex(({ boxes }) => (boxes.at(-1)?.index ?? -1) >= picture);
  return row < 0 ? rows.length - 1 : row;
}

/** Arrow keys walk the grid as they walk the lighttable: sideways in order, up and down to what lies nearest. */
function nextPicture(rows: readonly Row[], from: number, key: string): number | null {
  const count = countOf(rows);
  const row = rowOf(rows, from);
  switch (key) {
    case 'ArrowRight':
      return from + 1 < count ? from + 1 : null;
    case 'ArrowLeft':
      return from > 0 ? from - 1 : null;
    case 'Home':
      return 0;
    case 'End':
      return count - 1;
    case 'ArrowDown':
      return nearest(rows[row], from, rows[row + 1]);
    case 'ArrowUp':
      return nearest(rows[row], from, rows[row - 1]);
    default:
      return null;
  }
}

function nearest(row: Row | undefined, from: number, other: Row | undefined): number | null {
  if (!row || !other) return null;
  const centre = centres(row).find(({ index }) => index === from)?.centre ?? 0;
  const distance = (box: { centre: number }) => Math.abs(box.centre - centre);
  return centres(other).reduce((best, box) => (distance(box) < distance(best) ? box : best)).index;
}

function centres({ boxes }: Row): { index: number; centre: number }[] {
  let left = 0;
  return boxes.map(({ index, width }) => {
    const centre = left + width / 2;
    left += width + GAP;
    return { index, centre };
  });
}
