import { lazy, Suspense, useEffect, useLayoutEffect, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Image } from 'lucide-react';
import type { LibraryStatus } from '../../contract/service.ts';
import { agentsQuery } from '../api/agents.ts';
import { outlineQuery, pageQuery } from '../api/images.ts';
import { useWhyNot } from '../api/rights.ts';
import { ConnectionError } from '../api/request.ts';
import { cullChosen } from '../culling/culling-link.ts';
import { useWelcome } from '../first-run/welcome.tsx';
import { useEditKeys } from '../history/edit-keys.ts';
import { number, t } from '../i18n/words.ts';
import { ALBUM_ORDER, COMPARE, CULL } from '../keyboard/actions.ts';
import { useActions } from '../keyboard/use-actions.ts';
import { navigate } from '../location.ts';
import { moveBy, showOrderedAlbum } from '../organising/albums/ordered-album.ts';
import { DropStrip } from '../organising/drag/drop-strip.tsx';
import { useOrganisingKeys } from '../organising/organising-keys.ts';
import { ConnectionBar } from '../ui/connection-bar.tsx';
import { lateExtra } from '../ui/late-part.tsx';
import { Notice, Waiting } from '../ui/notice.tsx';
import { LooksOnly } from '../rights/looks-only.tsx';
import { useIsPhone } from '../ui/phone.ts';
import { Reason } from '../ui/reason.tsx';
import { chosenPictures, pictureToCopy } from './chosen-pictures.ts';
import { FilterBar } from './filter-bar.tsx';
import { useFolded } from './folds/fold-switch.ts';
import { onePerGroup, shownPictures, showList } from './folds/folds.ts';
import { useShownList } from './folds/use-shown-list.ts';
import { FilterLine } from './filter-line.tsx';
import { useFilterWords } from './use-filter-words.ts';
import {
  EVERYTHING,
  FILTER_NAMES,
  type GalleryView,
  isSet,
  listParameters,
  without,
  writeView,
} from './gallery-view.ts';
import { Grid } from './grid.tsx';
import { Header } from './header.tsx';
import { PhoneBar } from './phone-bar.tsx';
import { usePictureKeys } from './pictures/picture-keys.ts';
import { usePicturesQuestion } from './pictures/pictures-question.ts';
import { SearchBox } from './search/search-box.tsx';
import { Selected } from './selected.tsx';
import { selectIn } from './selection.ts';
import { SidePanel } from './side-panel.tsx';
import { button } from '../ui/button.ts';
import { classes } from '../ui/classes.ts';
import layout from '../ui/layout.module.css';
import notice from '../ui/notice.module.css';
import styles from './gallery.module.css';

interface Props {
  library: LibraryStatus;
  view: GalleryView;
  /** An image is open over the gallery, which keeps its position. */
  behind: boolean;
}

const CULLING = { ...CULL, ...COMPARE };
const EDIT_KEYS = { from: pictureToCopy, onto: () => onePerGroup(chosenPictures()) };

const PicturesDialog = lazy(async () => ({ default: (await import('./pictures/pictures-dialog.tsx')).PicturesDialog }));

const AgentsNews = lateExtra(async () => (await import('../agents/agents-news.tsx')).AgentsNews);

/** All pictures of the view, and the controls that select them. */
export function Gallery({ library, view, behind }: Props) {
  const parameters = useFolded(listParameters(view));
  const outline = useQuery(outlineQuery(parameters));
  const list = useShownList(outline.data, parameters);
  useLayoutEffect(() => {
    if (list) showList(list);
  }, [list]);
  // Requested together with the outline, so that the first pictures arrive as soon as their boxes.
  useQuery(pageQuery(parameters, 0));
  const address = writeView(view);
  // While another view loads, the previous one stays on the page with its own address.
  const [settled, setSettled] = useState({ parameters, address });
  if (!outline.isPlaceholderData && settled.address !== address) setSettled({ parameters, address });
  const shown = outline.isPlaceholderData ? settled : { parameters, address };

  useEffect(() => selectIn(library.library), [library.library]);
  useEffect(() => {
    if (!behind) document.title = view.search ? `${view.search} – Safelight` : 'Safelight';
  }, [behind, view.search]);

  useOrganisingKeys(behind ? null : chosenPictures);
  useEditKeys(behind ? null : EDIT_KEYS);
  usePictureKeys(behind ? null : chosenPictures);
  useActions(
    CULLING,
    behind
      ? null
      : {
          cull: () => cullChosen(view, 'single'),
          compare: () => cullChosen(view, 'compare'),
          survey: () => cullChosen(view, 'survey'),
        },
  );

  const isAdmin = useWhyNot('admin') === null;
  const { data: agents } = useQuery({ ...agentsQuery, enabled: isAdmin });
  const mayOrder = useWhyNot('images:write') === null;
  const album = mayOrder && !behind && view.order === 'album' ? view.album : '';
  useEffect(() => {
    showOrderedAlbum(album === '' ? null : album);
    return () => showOrderedAlbum(null);
  }, [album]);
  const move = (step: -1 | 1) => moveBy(step, chosenPictures(), shownPictures());
  useActions(ALBUM_ORDER, album === '' ? null : { moveEarlier: () => move(-1), moveLater: () => move(1) });

  const isPhone = useIsPhone();
  const Filters = isPhone ? FilterLine : FilterBar;
  const question = usePicturesQuestion();
  const welcome = useWelcome(library);
  const all = library.images ?? 0;
  const total = list?.fitting ?? 0;
  const sortBy = shown.parameters.sort_by === 'datetime_taken' ? (shown.parameters.sort_dir as 'asc' | 'desc') : null;

  return (
    <div className={classes(layout.page, behind && styles.behind)} inert={behind}>
      <a className={layout.skipLink} href="#pictures">
        {t('page.skip')}
      </a>
      <Header hasMenu={!isPhone}>
        <SearchBox view={view} />
      </Header>
      {welcome === undefined ? (
        <>
          <ConnectionBar />
          <Waiting />
        </>
      ) : (
        <>
          {welcome}
          {agents?.items[0] && (
            <Suspense fallback={null}>
              <AgentsNews {...agents} />
            </Suspense>
          )}
          <LooksOnly />
          <Filters view={view} count={list ? countWords(total, all, library) : ''} />
          <ConnectionBar />
          <div className={styles.room}>
            <main className={layout.main} id="pictures" tabIndex={-1}>
              {list === undefined ? (
                // No connection: the bar at the top says so, and the list comes when Safelight does.
                outline.isError && !(outline.error instanceof ConnectionError) ? (
                  <Notice mark={<Image size={40} strokeWidth={1.5} aria-hidden />} title={t('gallery.cannotList')}>
                    <p>
                      <Reason error={outline.error} />
                    </p>
                    <button type="button" className={button()} onClick={() => void outline.refetch()}>
                      {t('common.tryAgain')}
                    </button>
                  </Notice>
                ) : (
                  <Waiting />
                )
              ) : total === 0 && !outline.isPlaceholderData ? (
                <NothingFound view={view} library={library} />
              ) : (
                <Grid
                  outline={list}
                  parameters={shown.parameters}
                  address={shown.address}
                  behind={behind}
                  outdated={outline.isPlaceholderData}
                  dated={sortBy}
                />
              )}
            </main>
            <SidePanel behind={behind} />
          </div>
        </>
      )}
      <DropStrip />
      {isPhone && <PhoneBar view={view} />}
      <Selected list={list} parameters={shown.parameters} view={view} behind={behind} />
      {question !== null && (
        <Suspense fallback={null}>
          <PicturesDialog question={question} />
        </Suspense>
      )}
    </div>
  );
}

/** Nobody should mistake our pictures for their own. */
function countWords(total: number, all: number, { is_sample }: LibraryStatus): string {
  const count =
    total < all ? t('gallery.ofAll', { count: all, shown: number(total) }) : t('gallery.pictures', { count: total });
  // The number first: on a phone the rest may be cut.
  return is_sample ? `${count} · ${t('library.sampleShort')}` : count;
}

function NothingFound({ view, library }: { view: GalleryView; library: LibraryStatus }) {
  const words = useFilterWords(view);
  const set = FILTER_NAMES.filter((name) => isSet(view, name));
  const mark = <Image size={40} strokeWidth={1.5} aria-hidden />;
  if (set.length === 0) {
    return (
      <Notice mark={mark} title={t('gallery.empty')}>
        <p>{t('gallery.emptyHow')}</p>
        {library.library !== null && <p className={notice.file}>{library.library}</p>}
      </Notice>
    );
  }
  const show = (to: GalleryView) => navigate(`/${writeView(to)}`);
  return (
    <Notice mark={mark} title={t('gallery.noMatch')}>
      <p role="status">
        {t('gallery.noMatchAll', { count: library.images ?? 0 })}{' '}
        <strong className={styles.filters}>
          {set.map((name, at) => (
            <span key={name}>
              {words(name)}
              {/* A line may end after a dot, but not begin with one. */}
              {at < set.length - 1 && '\u00a0· '}
            </span>
          ))}
        </strong>
      </p>
      <div className={notice.actions}>
        {set.length > 1 &&
          set.map((name) => (
            <button key={name} type="button" className={button()} onClick={() => show(without(view, name))}>
              {t('gallery.without', { filter: words(name) })}
            </button>
          ))}
        <button type="button" className={button('primary')} onClick={() => show({ ...EVERYTHING, order: view.order })}>
          {t('gallery.showAll')}
        </button>
      </div>
    </Notice>
  );
}
