import type { RefObject } from 'react';
import type { Size } from '../detail/zoom.ts';
import { Compare } from './compare.tsx';
import type { Shown } from './culling-address.ts';
import type { OnPane } from './look-steps.ts';
import type { LookStore } from './look-store.ts';
import { Alone, Gone, NoPicture } from './no-picture.tsx';
import { Pane, type Seen } from './pane.tsx';
import type { Dragged, Judging } from './pane-hands.ts';
import { Survey } from './survey.tsx';
import type { Ahead } from './use-ahead.ts';
import type { Place } from './use-place.ts';
import type { Survey as Burst } from './use-survey.ts';
import type { Ways } from './use-ways.ts';

interface Props {
  place: Place;
  ways: Ways;
  /** null until the page is laid out. */
  room: Size | null;
  survey: Burst;
  panes: readonly number[];
  pictures: Ahead;
  shared: LookStore;
  lookOf: (id: number) => LookStore;
  hasLadder: boolean;
  onPane: RefObject<OnPane | null>;
  /** The picture with the focus. */
  onSeen: (seen: Seen) => void;
  onChoose: (shown: Shown) => void;
  onSingle: () => void;
  onDecide: (what: Dragged) => void;
  onDecideSoon: (what: Judging | null) => void;
}

/** One picture, some side by side, or a burst; or why there is none. */
export function Stage(props: Props) {
  const { place, ways, room, survey, pictures, shared, onPane, onSeen } = props;
  const { culling, mode, image, index, recordOf } = place;
  if (place.isGone) return <Gone onNext={() => ways.go(index + 1)} />;
  if (!image || !room)
    return <NoPicture list={culling.list} counts={culling.counts} error={culling.error} onChoose={props.onChoose} />;
  if (mode === 'survey')
    return survey.burst.length < 2 ? (
      <Alone onSingle={props.onSingle} />
    ) : (
      <Survey
        images={survey.burst}
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
  const compared = mode === 'compare' ? props.panes.flatMap((pane) => recordOf(pane) ?? []) : [];
  if (compared.length > 1)
    return (
      <Compare
        images={compared}
        focused={image.id}
        stage={room}
        lookOf={props.lookOf}
        pictures={pictures}
        onFocus={ways.goTo}
        onBrowse={ways.exchange}
        onPane={onPane}
        onSeen={onSeen}
      />
    );
  return (
    <Pane
      image={image}
      room={room}
      store={shared}
      {...pictures}
      hasNavigator
      hasLadder={props.hasLadder}
      onPane={onPane}
      onSeen={onSeen}
      onBrowse={(step) => ways.go(index + step)}
      onJudge={props.onDecide}
      onJudging={props.onDecideSoon}
    />
  );
}
