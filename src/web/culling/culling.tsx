import { useEffect, useRef, useState } from 'react';
import type { GalleryView } from '../gallery/gallery-view.ts';
import { KeysDialog } from '../keyboard/keys-dialog.tsx';
import { wishFocus } from '../organising/panel/focus-wish.ts';
import { RejectWaits } from '../ui/marks.tsx';
import text from '../ui/text.module.css';
import { CULLING_PARTS } from './culling-actions.ts';
import { CullingBar } from './culling-bar.tsx';
import { DecisionBar } from './decision-bar.tsx';
import { Ladder } from './ladder.tsx';
import { Message } from './message.tsx';
import { MoreMenu } from './more-menu.tsx';
import { OneStarQuestion } from './one-star-question.tsx';
import type { Judging } from './pane-hands.ts';
import { Stage } from './stage.tsx';
import { Strip } from './strip.tsx';
import { SurveyBar } from './survey-bar.tsx';
import { TagsDialog } from './tags-dialog.tsx';
import { type CullingState, useCulling } from './use-culling.ts';
import { sayingOf } from './use-judge.ts';
import { useSaid } from './use-said.ts';
import { useViewKeys } from './use-view-keys.ts';
import { t } from './words.ts';
import styles from './culling.module.css';

const keyParts = () =>
  (['do', 'look', 'go', 'survey'] as const).map(
    (part) => [part === 'survey' ? t('survey') : t(`key.${part}`), CULLING_PARTS[part]] as const,
  );

/** One picture after the other, decided with a key or a finger. */
export function Culling({ view }: { view: GalleryView }) {
  const state = useCulling(view);
  const { id, image, culling } = state.place;
  const [dialog, setDialog] = useState<'keys' | 'tags' | null>(null);
  const showKeys = () => setDialog('keys');
  const showTags = () => {
    if (!image) return;
    wishFocus();
    setDialog('tags');
  };
  useViewKeys(state, { showKeys, showTags });
  const title = image ? `${image.filename} – Safelight` : 'Safelight';
  useEffect(() => {
    document.title = title;
  }, [title]);
  const said = useSaid(sayingOf(image, culling.counts?.undecided ?? null));
  return (
    <div className={styles.culling}>
      <Top state={state} onKeys={showKeys} onTags={showTags} />
      <Middle state={state} />
      <Bottom state={state} />
      <Strip state={state} />
      <KeysDialog open={dialog === 'keys'} onClose={() => setDialog(null)} parts={keyParts()} />
      {dialog === 'tags' && id !== null && <TagsDialog image={id} onClose={() => setDialog(null)} />}
      <p className={text.visuallyHidden} role="status">
        {said}
      </p>
    </div>
  );
}

interface Part {
  state: CullingState;
}

function Top({ state, onKeys, onTags }: Part & { onKeys: () => void; onTags: () => void }) {
  const { place, ways, looks, decisions, settings, whyNot, paneCount, setPaneCount } = state;
  const { image, index, ids, mode, history, culling } = place;
  const filter = {
    shown: culling.list?.shown ?? null,
    counts: culling.counts,
    onChoose: ways.choose,
    selected: culling.isSet ? ids.length : null,
    onLeaveSet: ways.leaveSet,
  };
  return (
    <CullingBar
      {...{ image, index, mode, filter, whyNot }}
      total={ids.length}
      onMode={ways.setMode}
      onSay={decisions.say}
      onClose={ways.close}
      closeWords={t(history.fromPicture || history.fromVersions ? 'backToPicture' : 'back')}
      onUndo={decisions.undo}
      more={
        <MoreMenu
          {...{ filter, settings, onKeys }}
          zoom={looks.zoom}
          kinds={looks.kinds}
          peaking={looks.peaking}
          panes={paneCount}
          onPanes={setPaneCount}
          onTags={image ? onTags : null}
        />
      }
    />
  );
}

/** The pictures, and what is said over them. */
function Middle({ state }: Part) {
  const { place, stage, decisions, whyNot } = state;
  const { mode, image } = place;
  const { done } = decisions;
  const [drag, setDrag] = useState<Judging | null>(null);
  const main = useRef<HTMLElement>(null);
  useEffect(() => main.current?.focus(), []);
  return (
    <main className={styles.stage} ref={main} tabIndex={-1}>
      <div className={styles.room} ref={stage}>
        <Stage state={state} onDecideSoon={setDrag} />
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
  );
}

/** What is decided: about the current picture, or about a burst. */
function Bottom({ state }: Part) {
  const { place, survey, looks, decisions, settings, whyNot, isSmall } = state;
  const { mode, image, id } = place;
  if (mode === 'survey' && survey.burst.length > 1)
    return (
      <SurveyBar
        images={survey.burst}
        title={survey.title}
        kept={survey.kept}
        whyNot={whyNot}
        onKeepOnly={() => id !== null && decisions.apply(new Set([id]))}
        onApply={() => decisions.apply(survey.kept)}
      />
    );
  return (
    <DecisionBar
      {...{ image, settings }}
      whyNot={whyNot ?? (place.isGone ? t('gone') : null)}
      onJudge={decisions.decide}
      link={mode === 'compare' && !isSmall ? looks : null}
      zoom={looks.zoom}
    />
  );
}
