import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { ImageRecord } from '../../contract/image-record.ts';
import { useWhyNot } from '../api/rights.ts';
import { useStageRoom } from '../detail/stage-room.ts';
import { imageUrl } from '../detail/picture-address.ts';
import { type GalleryView, writeView } from '../gallery/gallery-view.ts';
import { rememberShown } from '../gallery/last-shown.ts';
import { KeysDialog } from '../keyboard/keys-dialog.tsx';
import { navigate } from '../location.ts';
import { wishFocus } from '../organising/panel/focus-wish.ts';
import { useWaiting } from '../organising/waiting/waiting-state.ts';
import { RejectWaits } from '../ui/marks.tsx';
import { mediaHook } from '../ui/use-media.ts';
import text from '../ui/text.module.css';
import { CULLING_PARTS } from './culling-actions.ts';
import { cullingUrl, type Mode, type Shown } from './culling-address.ts';
import { CullingBar } from './culling-bar.tsx';
import { DecisionBar } from './decision-bar.tsx';
import { type OnPane, toggle } from './look-steps.ts';
import { Ladder } from './ladder.tsx';
import { LookStore, useLook } from './look-store.ts';
import { Message } from './message.tsx';
import { MoreMenu } from './more-menu.tsx';
import { OneStarQuestion } from './one-star-question.tsx';
import type { Seen } from './pane.tsx';
import type { Judging } from './pane-hands.ts';
import { paneRoom } from './panes.ts';
import { Stage } from './stage.tsx';
import { Strip } from './strip.tsx';
import { SurveyBar } from './survey-bar.tsx';
import { TagsDialog } from './tags-dialog.tsx';
import { useAhead, useDecodedPictures } from './use-ahead.ts';
import { useLinkedLooks, usePaneCount } from './use-compare.ts';
import { useDecisions } from './use-decisions.ts';
import { sayingOf } from './use-judge.ts';
import { useKeepsPosition } from './use-keeps-position.ts';
import { usePanes } from './use-panes.ts';
import { usePlace } from './use-place.ts';
import { useSaid } from './use-said.ts';
import { useCullingSettings } from './use-setting.ts';
import { useSurvey } from './use-survey.ts';
import { useViewKeys } from './use-view-keys.ts';
import { useWays } from './use-ways.ts';
import { verdictOf } from './verdict.ts';
import { t } from './words.ts';
import styles from './culling.module.css';

const NONE: readonly number[] = [];
/** A phone: too small for everything in the bar and for more than two pictures. The style sheets use the same sizes. */
const useIsSmall = mediaHook('(max-width: 600px), (max-height: 500px)');

const keyParts = () =>
  (['do', 'look', 'go', 'survey'] as const).map(
    (part) => [part === 'survey' ? t('survey') : t(`key.${part}`), CULLING_PARTS[part]] as const,
  );

/** One picture after the other, decided with a key or a finger. */
export function Culling({ view }: { view: GalleryView }) {
  const place = usePlace(view);
  const { culling, history, mode, ids, index, id, image, imageAt } = place;
  const { list, counts } = culling;
  const whyNot = useWhyNot('images:write');
  const isSmall = useIsSmall();
  const settings = useCullingSettings();
  const [paneCount, setPaneCount] = usePaneCount(isSmall, history.fromVersions);
  const [dialog, setDialog] = useState<'keys' | 'tags' | null>(null);
  const [drag, setDrag] = useState<Judging | null>(null);

  const { panes, put } = usePanes(mode === 'compare', paneCount, { ids, index, imageAt });
  const compared = panes.flatMap((pane) => place.recordOf(pane) ?? []);
  const isPick = (one: ImageRecord) => verdictOf(one, culling.oneStarUndecided) === 'picks';
  const survey = useSurvey({ index, imageAt, last: place.last, isPick });

  const [shared] = useState(() => new LookStore());
  const { isLinked, toggleLink, lookOf } = useLinkedLooks(shared, panes, id);
  const looks = mode === 'compare' && id !== null ? lookOf(id) : shared;
  const { look } = useLook(looks);
  const isZoomed = look.scale !== null;
  const stage = useRef<HTMLDivElement>(null);
  const room = useStageRoom(stage);
  const [seen, setSeen] = useState<Seen>({ percent: 100, pixels: 'real' });
  const pictures = useDecodedPictures();
  useAhead(pictures, {
    shown: mode === 'compare' ? compared : image ? [image] : [],
    at: (step) => imageAt(index + step),
    room: room && mode === 'compare' ? paneRoom(compared.length, room) : room,
    isZoomed,
    hasTiles: seen.pixels !== 'none',
  });

  const ways = useWays(place, { shared, mode, panes, put });
  const decisions = useDecisions(place, ways, { whyNot, panes, survey, isPick, settings });
  const { done, decide, apply, judge, undo, redo, say } = decisions;
  // Who cannot decide learns it before trying; where there is little room, the bar shows a lock alone.
  const hasPicture = image !== undefined;
  useEffect(() => {
    if (whyNot !== null && hasPicture) say(whyNot);
  }, [whyNot, hasPicture, say]);
  const { problems } = useWaiting();
  const unsaved = useMemo(() => new Set(problems.flatMap((problem) => problem.ids)), [problems]);

  const close = useCallback(() => {
    if (id !== null) rememberShown({ id, index: null });
    const { fromPicture, ...state } = history;
    if (history.fromVersions !== undefined) window.history.back();
    else if (fromPicture && id !== null) navigate(imageUrl(id, view, 'info'), { replace: true, state });
    else if (history.fromGallery) window.history.back();
    else navigate(`/${writeView(view)}`);
  }, [history, view, id]);

  const replace = (change: { shown?: Shown; mode?: Mode }) =>
    navigate(cullingUrl(view, { shown: list?.shown ?? null, mode, image: id, ...change }), {
      replace: true,
      state: history,
    });
  const choose = (shown: Shown) => {
    if (shown === list?.shown) void culling.choose(shown);
    else replace({ shown });
  };
  const setMode = (next: Mode) => {
    shared.cut();
    replace({ mode: next });
  };

  const pane = useRef<OnPane | null>(null);
  const onPane = (act: (on: OnPane) => void) => {
    if (pane.current) act(pane.current);
  };
  const zoomTo = (wanted: boolean) => {
    if (wanted !== isZoomed) onPane((on) => toggle(on));
  };
  /** Back, one step at a time. */
  const goOut = () => {
    if (isZoomed) looks.set({ ...look, scale: null }, true);
    else if (mode !== 'single' && history.fromVersions === undefined) setMode('single');
    else close();
  };
  const showTags = () => {
    if (!image) return;
    wishFocus();
    setDialog('tags');
  };
  useViewKeys({
    mode,
    setMode,
    image,
    index,
    id,
    total: ids.length,
    room,
    panes,
    survey,
    ...ways,
    goOut,
    onPane,
    toggleLink,
    switchAdvance: settings.switchAdvance,
    decide,
    judge,
    apply,
    undo,
    redo,
    showTags,
    develop: (one) => navigate(imageUrl(one, view, 'develop'), { state: { fromGallery: true } }),
    showKeys: () => setDialog('keys'),
  });

  useKeepsPosition(view, { shown: list?.shown ?? null, mode, image: id }, history);
  const main = useRef<HTMLElement>(null);
  useEffect(() => main.current?.focus(), []);
  const title = image ? `${image.filename} – Safelight` : 'Safelight';
  useEffect(() => {
    document.title = title;
  }, [title]);
  const said = useSaid(sayingOf(image, counts?.undecided ?? null));
  const filter = { shown: list?.shown ?? null, counts, onChoose: choose };
  const zoom = { isZoomed, ...seen, onZoom: zoomTo };

  return (
    <div className={styles.culling}>
      <CullingBar
        image={image}
        index={index}
        total={ids.length}
        mode={mode}
        onMode={setMode}
        filter={filter}
        whyNot={whyNot}
        onSay={say}
        onClose={close}
        closeWords={t(history.fromPicture || history.fromVersions ? 'backToPicture' : 'back')}
        onUndo={undo}
        more={
          <MoreMenu
            filter={filter}
            zoom={zoom}
            settings={settings}
            panes={paneCount}
            onPanes={setPaneCount}
            onTags={image ? showTags : null}
            onKeys={() => setDialog('keys')}
          />
        }
      />
      <main className={styles.stage} ref={main} tabIndex={-1}>
        <div className={styles.room} ref={stage}>
          <Stage
            {...{ place, ways, room, survey, panes, pictures, shared, lookOf }}
            hasLadder={settings.hasLadder && whyNot === null}
            onPane={pane}
            onSeen={setSeen}
            onChoose={choose}
            onSingle={() => setMode('single')}
            onDecide={decisions.decideDragged}
            onDecideSoon={setDrag}
          />
          {mode === 'single' && image && image.rating < 0 && (
            <span className={styles.rejected}>
              {t('rejected')}
              <RejectWaits image={image} />
            </span>
          )}
          <Ladder drag={drag} />
          {done === null && whyNot === null && <OneStarQuestion image={image} />}
          <Message done={done} isHigh={mode === 'compare'} onGone={decisions.forget} />
        </div>
      </main>
      {mode === 'survey' && survey.burst.length > 1 ? (
        <SurveyBar
          images={survey.burst}
          kept={survey.kept}
          whyNot={whyNot}
          onKeepOnly={() => id !== null && apply(new Set([id]))}
          onApply={() => apply(survey.kept)}
        />
      ) : (
        <DecisionBar
          image={image}
          whyNot={whyNot ?? (place.isGone ? t('gone') : null)}
          onJudge={decide}
          link={mode === 'compare' && !isSmall ? { isLinked, toggleLink } : null}
          settings={settings}
          zoom={zoom}
        />
      )}
      <Strip
        ids={ids}
        current={index}
        panes={mode === 'compare' ? panes : NONE}
        unsaved={unsaved}
        imageAt={imageAt}
        onGo={ways.go}
        onRange={place.showRange}
      />
      <KeysDialog open={dialog === 'keys'} onClose={() => setDialog(null)} parts={keyParts()} />
      {dialog === 'tags' && id !== null && <TagsDialog image={id} onClose={() => setDialog(null)} />}
      <p className={text.visuallyHidden} role="status">
        {said}
      </p>
    </div>
  );
}
