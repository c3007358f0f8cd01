import { useKeepsSet } from '../offline/use-keeps-set.ts';
import { useRef } from 'react';
import type { ImageRecord } from '../../contract/image-record.ts';
import { useWhyNot } from '../api/rights.ts';
import { useStageRoom } from '../detail/stage-room.ts';
import type { GalleryView } from '../gallery/gallery-view.ts';
import { mediaHook } from '../ui/use-media.ts';
import { usePaneCount } from './use-compare.ts';
import { useDecisions } from './use-decisions.ts';
import { useKeepsPosition } from './use-keeps-position.ts';
import { usePaneLooks } from './use-pane-looks.ts';
import { MOST_PANES } from './panes.ts';
import { usePanes } from './use-panes.ts';
import { usePlace } from './use-place.ts';
import { useCullingSettings } from './use-setting.ts';
import { useSurvey } from './use-survey.ts';
import { useWays } from './use-ways.ts';
import { verdictOf } from './verdict.ts';

/** A phone: too small for everything in the bar and for more than two pictures. The style sheets use the same sizes. */
const useIsSmall = mediaHook('(max-width: 600px), (max-height: 500px)');

export type CullingState = ReturnType<typeof useCulling>;

/** What the culling view knows, part by part; each part builds on those before it. */
export function useCulling(view: GalleryView) {
  const place = usePlace(view);
  const { culling, history, mode, ids, id } = place;
  const whyNot = useWhyNot('images:write');
  const settings = useCullingSettings();
  const isSmall = useIsSmall();
  const [paneCount, setPaneCount] = usePaneCount(
    isSmall,
    history.fromVersions ?? (culling.isSet && ids.length <= MOST_PANES ? ids.length : undefined),
  );
  const { panes, put } = usePanes(mode === 'compare', paneCount, place);
  const compared = mode === 'compare' ? panes.flatMap((pane) => place.recordOf(pane) ?? []) : [];
  const isPick = (one: ImageRecord) => verdictOf(one, culling.oneStarUndecided) === 'picks';
  const survey = useSurvey(place, isPick);
  const stage = useRef<HTMLDivElement>(null);
  const room = useStageRoom(stage);
  const looks = usePaneLooks(place, { panes, compared, room });
  const ways = useWays(view, place, { looks, panes, put });
  const decisions = useDecisions(place, ways, { whyNot, panes, survey, isPick, settings });
  useKeepsSet(
    settings.isKept,
    {
      ids: place.ids,
      index: place.index,
      parameters: culling.parameters,
      base: culling.base,
      isChosen: culling.isSet,
    },
    room,
  );
  useKeepsPosition(view, { shown: culling.isSet ? null : (culling.list?.shown ?? null), mode, image: id }, history);
  const show = { stage, room, panes, compared, paneCount, setPaneCount };
  return { ...show, place, whyNot, settings, isSmall, survey, looks, ways, decisions };
}
