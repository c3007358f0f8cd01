import { Compare } from './compare.tsx';
import { Alone, Gone, NoPicture } from './no-picture.tsx';
import { Pane } from './pane.tsx';
import type { Judging } from './pane-hands.ts';
import { Survey } from './survey.tsx';
import type { CullingState } from './use-culling.ts';

interface Props {
  state: CullingState;
  onDecideSoon: (what: Judging | null) => void;
}

/** One picture, some side by side, or a burst; or why there is none. */
export function Stage({ state, onDecideSoon }: Props) {
  const { place, ways, room, survey, compared, looks, decisions, settings, whyNot } = state;
  const { culling, mode, image, index } = place;
  const isPeaking = looks.peaking.isOn;
  const focused = { onPane: looks.pane, onSeen: looks.setSeen };
  if (place.isGone) return <Gone onNext={() => ways.go(index + 1)} />;
  if (!image || !room)
    return <NoPicture list={culling.list} counts={culling.counts} error={culling.error} onChoose={ways.choose} />;
  if (mode === 'survey')
    return survey.burst.length < 2 ? (
      <Alone onSingle={() => ways.setMode('single')} />
    ) : (
      <Survey
        images={survey.burst}
        title={survey.title}
        kept={survey.kept}
        focused={image.id}
        stage={room}
        onFocus={ways.goTo}
        onMark={(one) => {
          ways.goTo(one);
          survey.mark(one);
        }}
      />
    );
  if (compared.length > 1)
    return (
      <Compare
        images={compared}
        focused={image.id}
        stage={room}
        lookOf={looks.lookOf}
        pictures={looks.pictures}
        kinds={looks.kinds}
        isPeaking={isPeaking}
        onFocus={ways.goTo}
        onBrowse={ways.exchange}
        {...focused}
      />
    );
  return (
    <Pane
      image={image}
      room={room}
      store={looks.shared}
      pictures={looks.pictures}
      kinds={looks.kinds}
      isPeaking={isPeaking}
      hasNavigator
      hasLadder={settings.hasLadder && whyNot === null}
      {...focused}
      onBrowse={(step) => ways.go(index + step)}
      onJudge={decisions.decideDragged}
      onJudging={onDecideSoon}
    />
  );
}
