import { useEffect } from 'react';
import type { ImageRecord } from '../../contract/image-record.ts';
import { number } from '../i18n/words.ts';
import type { Dragged } from './pane-hands.ts';
import { sorted } from './survey-tiles.ts';
import { useJudge, type Judgment } from './use-judge.ts';
import type { Place } from './use-place.ts';
import type { CullingSettings } from './use-setting.ts';
import type { Survey } from './use-survey.ts';
import type { Ways } from './use-ways.ts';
import { pickStars } from './verdict.ts';
import { t } from './words.ts';

interface View {
  whyNot: string | null;
  panes: readonly number[];
  survey: Survey;
  isPick: (image: ImageRecord) => boolean;
  settings: Pick<CullingSettings, 'advances' | 'flickStars'>;
}

/** Decides, and goes on to the picture that comes next. */
export function useDecisions(place: Place, ways: Ways, { whyNot, panes, survey, isPick, settings }: View) {
  const { mode, image, ids, index, culling } = place;
  const { judge, sort, say, ...judging } = useJudge({ whyNot, onUndone: ways.goTo });
  // Who cannot decide learns it before trying; where there is little room, the bar shows a lock alone.
  const hasPicture = image !== undefined;
  useEffect(() => {
    if (whyNot !== null && hasPicture) say(whyNot);
  }, [whyNot, hasPicture, say]);

  const decide = (wish: Judgment, stay = false) => {
    if (!image || !judge(wish, image)) return;
    const isLabel = typeof wish === 'string' && wish !== 'reject';
    const isTakenBack = wish === 'reject' && image.rating < 0;
    if (isLabel || isTakenBack || settings.advances === stay) return;
    if (mode === 'single') ways.go(index + 1);
    if (mode !== 'compare' || wish !== 'reject') return;
    const { first, last } = place.groupAt(index);
    // First those after it, then those before.
    const burst = [...ids.subarray(index + 1, last + 1), ...ids.subarray(first, index)];
    const next = burst.find((one) => !panes.includes(one) && culling.isUndecided(one));
    if (next !== undefined) ways.goTo(next);
  };

  const decideDragged = (what: Dragged) => {
    if (what !== 'pick') decide(what);
    else if (image)
      decide({ stars: Math.max(settings.flickStars, pickStars(image.film_id, culling.oneStarUndecided)) });
  };

  /** Keeps these of the burst and rejects the others. */
  const apply = (kept: ReadonlySet<number>) => {
    const [first] = survey.burst;
    if (kept.size === 0 || !first) {
      say(t('markFirst'));
      return;
    }
    const { starred, rejected } = sorted(survey.burst, kept, isPick);
    const words = t('sorted', { count: kept.size, rejects: number(survey.burst.length - kept.size) });
    const stars = pickStars(first.film_id, culling.oneStarUndecided);
    if (sort(starred, stars, rejected, words)) ways.go(survey.nextBurst());
  };
  return { decide, decideDragged, apply, judge, say, ...judging };
}
