import { useMemo, useState } from 'react';
import { Columns2, Download, GalleryHorizontalEnd, Grid2x2, PenLine, RefreshCw, Tag, X } from 'lucide-react';
import type { Job } from '../api/ask-darktable.ts';
import type { ListParameters } from '../api/images.ts';
import { useWhyNot } from '../api/rights.ts';
import { useExportRecipe } from '../exports/export-recipe.ts';
import { RecipeMenu } from '../exports/recipe-menu.tsx';
import { EditsMenu } from '../history/edits-menu.tsx';
import { number, t as page } from '../i18n/words.ts';
import { COMPARE, CULL, TAGS } from '../keyboard/actions.ts';
import { withKey } from '../keyboard/key-words.ts';
import { MOST_IDS } from '../../contract/most-ids.ts';
import type { MarkWish } from '../organising/decision.ts';
import { MarkButtons } from '../organising/mark-buttons.tsx';
import { organise } from '../organising/organise.ts';
import { useShared } from '../organising/panel/shared.ts';
import { Confirm } from '../ui/confirm.tsx';
import { ActionButton } from '../ui/action-button.tsx';
import { useBottomRoom } from '../ui/bottom-room.ts';
import { say } from '../ui/toasts.tsx';
import { cullChosen } from '../culling/culling-link.ts';
import { chosenPictures, pictureToCopy } from './chosen-pictures.ts';
import { onePerGroup, useWholeGroups } from './folds/folds.ts';
import type { ShownList } from './folds/groups.ts';
import type { GalleryView } from './gallery-view.ts';
import { openPanel } from './open-panel.ts';
import { runMany } from './run-many.tsx';
import { PicturesMenu } from './pictures/pictures-menu.tsx';
import { clearSelection, isEverything, selectAll, selection, useSelected } from './selection.ts';
import { button } from '../ui/button.ts';
import { classes } from '../ui/classes.ts';
import { t } from './selection-words.ts';
import styles from './selection-bar.module.css';

/** From this number on, a mistake costs hours of rendering. */
const MANY = 200;

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

/** Beside an icon, where there is room. */
const Word = ({ children }: { children: string }) => (
  <span className={styles.word} aria-hidden>
    {children}
  </span>
);
const worded = classes(button('quiet', 'icon'), styles.worded);

/** The actions for the selected pictures. */
export function SelectionBar({ list, parameters, view }: Props) {
  const selected = useSelected();
  const count = selected.size;
  const shared = useShared(
    useMemo(() => [...selected], [selected]),
    count <= MOST_IDS,
  );
  const [sure, setSure] = useState<Job | null>(null);
  const isExport = sure === 'export';
  const total = list?.fitting ?? 0;
  const whole = useWholeGroups(selected);
  const groups = whole.length;
  const exported = count - whole.reduce((sum, { members }) => sum + members.length - 1, 0);
  const whyNot = useWhyNot('cache:refresh');
  const whyNoMarks = useWhyNot('images:write');
  const recipe = useExportRecipe();
  const room = useBottomRoom();
  const mark = (wish: MarkWish) => {
    if (whyNoMarks === null) organise(wish, [...selection()]);
    else say({ id: 'organise', title: whyNoMarks });
  };

  /** Of a folded group, one is exported; the previews of all are made anew. */
  const meantBy = (job: Job) => (job === 'export' ? onePerGroup(selection()) : [...selection()]);
  const go = (job: Job) => {
    const ids = meantBy(job);
    const isListed = list?.places === null && isEverything(list.ids, ids);
    return runMany(job, { ids, matching: isListed ? parameters : null }, job === 'export' ? recipe.id : null);
  };
  const ask = (job: Job) => {
    if (meantBy(job).length >= MANY) setSure(job);
    else void go(job);
  };

  return (
    <>
      <section ref={room} className={styles.bar} aria-label={t('region')} data-selection-bar>
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
          <strong className={styles.count}>
            {groups > 0
              ? t('groups', { count: groups, pictures: page('gallery.pictures', { count }) })
              : count > 0
                ? page('selection.count', { count })
                : t('none')}
          </strong>
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
        {count > 0 && (
          <>
            <span className={styles.marks}>
              <MarkButtons marks={shared} onWish={mark} />
            </span>
            <span className={styles.panels}>
              <button
                type="button"
                className={worded}
                aria-label={page('panel.open')}
                title={withKey(page('panel.open'), TAGS.tags)}
                onClick={() => openPanel('tags')}
              >
                <Tag size={17} aria-hidden />
                <Word>{page('panel.open')}</Word>
              </button>
              <button
                type="button"
                className={worded}
                aria-label={page('panel.openTexts')}
                title={page('panel.openTexts')}
                onClick={() => openPanel('texts')}
              >
                <PenLine size={17} aria-hidden />
                <Word>{page('panel.openTexts')}</Word>
              </button>
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
                whyNot={whyNot}
                aria-label={t('refresh')}
                title={t('refresh')}
                onClick={() => ask('refresh')}
              >
                <RefreshCw size={17} aria-hidden />
                <Word>{t('refresh')}</Word>
              </ActionButton>
            </span>
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
              <ActionButton
                className={classes(button('primary'), styles.export)}
                whyNot={whyNot}
                onClick={() => ask('export')}
              >
                <Download size={16} aria-hidden />
                {groups > 0 ? t('exportSome', { number: number(exported) }) : t('export')}
                {recipe.name !== null && <small>{recipe.name}</small>}
              </ActionButton>
              {whyNot === null && <RecipeMenu />}
            </span>
          </>
        )}
      </section>
      {sure && (
        <Confirm
          open
          title={t(isExport ? 'exportTitle' : 'refreshTitle', { count: isExport ? exported : count })}
          words={[
            t(isExport ? 'exportHow' : 'refreshHow'),
            ...(isExport && groups > 0 ? [t('exportGroups', { count: groups })] : []),
          ].map((words) => (
            <p key={words}>{words}</p>
          ))}
          action={t(isExport ? 'export' : 'refresh')}
          isHarmful={false}
          onYes={() => {
            void go(sure);
            setSure(null);
          }}
          onClose={() => setSure(null)}
        />
      )}
    </>
  );
}
