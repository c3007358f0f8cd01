import { type ReactNode, useMemo } from 'react';
import {
  ArrowLeft,
  ArrowRight,
  Columns2,
  Download,
  GalleryHorizontalEnd,
  Grid2x2,
  PenLine,
  RefreshCw,
  Send,
  Share2,
  Tag,
  X,
} from 'lucide-react';
import type { ListParameters } from '../api/images.ts';
import { useWhyNot } from '../api/rights.ts';
import { useExportRecipe } from '../exports/export-recipe.ts';
import { RecipeMenu } from '../exports/recipe-menu.tsx';
import { EditsMenu } from '../history/edits-menu.tsx';
import { number, t as page } from '../i18n/words.ts';
import { ALBUM_ORDER, COMPARE, CULL, TAGS } from '../keyboard/actions.ts';
import { withKey } from '../keyboard/key-words.ts';
import { MOST_IDS } from '../../contract/most-ids.ts';
import type { MarkWish } from '../organising/decision.ts';
import { MarkButtons } from '../organising/mark-buttons.tsx';
import { organise } from '../organising/organise.ts';
import { moveBy } from '../organising/albums/ordered-album.ts';
import { useShared } from '../organising/panel/shared.ts';
import { ShareButton } from '../proofs/share-button.tsx';
import { PublishButton } from '../publishing/publish-button.tsx';
import { ActionButton } from '../ui/action-button.tsx';
import { useBottomRoom } from '../ui/bottom-room.ts';
import { say } from '../ui/toasts.tsx';
import { cullChosen } from '../culling/culling-link.ts';
import { chosenPictures, pictureToCopy } from './chosen-pictures.ts';
import { onePerGroup, shownPictures } from './folds/folds.ts';
import type { ShownList } from './folds/groups.ts';
import type { GalleryView } from './gallery-view.ts';
import { openPanel } from './open-panel.ts';
import { PicturesMenu } from './pictures/pictures-menu.tsx';
import { clearSelection, selectAll, selection, useSelected } from './selection.ts';
import { type SelectedCounts, useSelectedCounts, useSelectionJobs } from './selection-jobs.tsx';
import { button } from '../ui/button.ts';
import { classes } from '../ui/classes.ts';
import { t } from './selection-words.ts';
import styles from './selection-bar.module.css';

interface Props {
  list: ShownList | undefined;
  /** The filter of the list. */
  parameters: ListParameters;
  view: GalleryView;
}

/** Ways to look at the selected pictures alone. */
const LOOKS = [
  { mode: 'single', icon: GalleryHorizontalEnd, words: () => page('gallery.cull'), keys: CULL.cull },
  { mode: 'compare', icon: Columns2, words: () => t('compare'), keys: COMPARE.compare },
  { mode: 'survey', icon: Grid2x2, words: () => t('survey'), keys: COMPARE.survey },
] as const;

/** Within the order of an album, for those who cannot drag. */
const MOVES = [
  { step: -1, icon: ArrowLeft, words: () => t('moveEarlier'), keys: ALBUM_ORDER.moveEarlier },
  { step: 1, icon: ArrowRight, words: () => t('moveLater'), keys: ALBUM_ORDER.moveLater },
] as const;

/** Beside an icon, where there is room. */
const Word = ({ children }: { children: string }) => (
  <span className={styles.word} aria-hidden>
    {children}
  </span>
);
const worded = classes(button('quiet', 'icon'), styles.worded);

/** The actions for the selected pictures. */
export function SelectionBar({ list, parameters, view }: Props) {
  const counts = useSelectedCounts();
  const { start, question } = useSelectionJobs(list, parameters, counts);
  return (
    <>
      <section ref={useBottomRoom()} className={styles.bar} aria-label={t('region')} data-selection-bar>
        <Head list={list} counts={counts} />
        {counts.selected > 0 && (
          <>
            <Marks />
            <Panels isOrdered={view.order === 'album'} onRefresh={() => start('refresh')} />
            <span className={styles.actions}>
              {LOOKS.map(({ mode, icon: Icon, words, keys }) => (
                <button
                  key={mode}
                  type="button"
                  className={classes(button('quiet'), styles.look)}
                  aria-label={words()}
                  title={withKey(words(), keys)}
                  onClick={() => cullChosen(view, mode)}
                >
                  <Icon size={17} aria-hidden />
                  <span aria-hidden>{words()}</span>
                </button>
              ))}
              <Publish />
              <Share />
              <ExportButton counts={counts} onExport={() => start('export')} />
            </span>
          </>
        )}
      </section>
      {question}
    </>
  );
}

/** How many are selected, none, and all. */
function Head({ list, counts: { selected: count, groups } }: { list: ShownList | undefined; counts: SelectedCounts }) {
  const total = list?.fitting ?? 0;
  const words = () => {
    if (groups > 0) return t('groups', { count: groups, pictures: page('gallery.pictures', { count }) });
    return count > 0 ? page('selection.count', { count }) : t('none');
  };
  return (
    <div className={styles.head}>
      <button
        type="button"
        className={button('quiet', 'icon')}
        aria-label={t('clear')}
        title={t('clear')}
        onClick={clearSelection}
      >
        <X size={18} aria-hidden />
      </button>
      <strong className={styles.count}>{words()}</strong>
      {list && count < total && (
        <button
          type="button"
          className={classes(button('quiet'), styles.all)}
          aria-label={t('all', { total: number(total) })}
          onClick={() => selectAll(list.ids)}
        >
          {t('allShort', { total: number(total) })}
        </button>
      )}
    </div>
  );
}

function Marks() {
  const selected = useSelected();
  const shared = useShared(
    useMemo(() => [...selected], [selected]),
    selected.size <= MOST_IDS,
  );
  const whyNot = useWhyNot('images:write');
  const mark = (wish: MarkWish) => {
    if (whyNot === null) organise(wish, [...selection()]);
    else say({ id: 'organise', title: whyNot });
  };
  return (
    <span className={styles.marks}>
      <MarkButtons marks={shared} onWish={mark} />
    </span>
  );
}

/** What opens a panel or a menu for the selected pictures, and new previews of them. */
function Panels({ isOrdered, onRefresh }: { isOrdered: boolean; onRefresh: () => void }) {
  const whyNoMarks = useWhyNot('images:write');
  const panelButton = (what: 'tags' | 'texts', words: string, title: string, icon: ReactNode) => (
    <button type="button" className={worded} aria-label={words} title={title} onClick={() => openPanel(what)}>
      {icon}
      <Word>{words}</Word>
    </button>
  );
  return (
    <span className={styles.panels}>
      {panelButton('tags', page('panel.open'), withKey(page('panel.open'), TAGS.tags), <Tag size={17} aria-hidden />)}
      {panelButton('texts', page('panel.openTexts'), page('panel.openTexts'), <PenLine size={17} aria-hidden />)}
      {isOrdered &&
        whyNoMarks === null &&
        MOVES.map(({ step, icon: Icon, words, keys }) => (
          <button
            key={step}
            type="button"
            className={button('quiet', 'icon')}
            aria-label={words()}
            title={withKey(words(), keys)}
            onClick={() => moveBy(step, [...selection()], shownPictures())}
          >
            <Icon size={17} aria-hidden />
          </button>
        ))}
      <EditsMenu
        side="top"
        className={worded}
        words={<Word>{t('edits')}</Word>}
        from={pictureToCopy}
        onto={() => onePerGroup(chosenPictures())}
      />
      <PicturesMenu className={worded} words={<Word>{t('versions')}</Word>} />
      <ActionButton
        className={worded}
        whyNot={useWhyNot('cache:refresh')}
        aria-label={t('refresh')}
        title={t('refresh')}
        onClick={onRefresh}
      >
        <RefreshCw size={17} aria-hidden />
        <Word>{t('refresh')}</Word>
      </ActionButton>
    </span>
  );
}

/** Of a folded group, the picture that stands for it, as with an export. */
function Publish() {
  return (
    <PublishButton className={classes(button('quiet'), styles.look)} side="top" ids={() => onePerGroup(selection())}>
      <Send size={17} aria-hidden />
      <span aria-hidden>{t('publish')}</span>
    </PublishButton>
  );
}

const Share = () => (
  <ShareButton
    className={classes(button('quiet'), styles.look)}
    label={t('share')}
    ids={() => onePerGroup(selection())}
  >
    <Share2 size={17} aria-hidden />
    <span aria-hidden>{t('share')}</span>
  </ShareButton>
);

/** The export with the last recipe, and the menu of others. */
function ExportButton({ counts: { groups, exported }, onExport }: { counts: SelectedCounts; onExport: () => void }) {
  const whyNot = useWhyNot('cache:refresh');
  const { name } = useExportRecipe();
  return (
    <>
      <ActionButton className={classes(button('primary'), styles.export)} whyNot={whyNot} onClick={onExport}>
        <Download size={16} aria-hidden />
        {groups > 0 ? t('exportSome', { number: number(exported) }) : t('export')}
        {name !== null && <small>{name}</small>}
      </ActionButton>
      {whyNot === null && <RecipeMenu />}
    </>
  );
}
