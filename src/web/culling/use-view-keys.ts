import { COLOR_LABELS } from '../../contract/color-labels.ts';
import { panOf } from '../detail/detail-keys.ts';
import { ZOOM_STEP } from '../detail/stage-zoom.ts';
import { isFree } from '../keyboard/keys.ts';
import { type Doings, useActions } from '../keyboard/use-actions.ts';
import { labelOfKey } from '../organising/decision.ts';
import { CULLING } from './culling-actions.ts';
import { panBy, toggle, zoomBy } from './look-steps.ts';
import { columnsOf, nextTile, TILE_SHAPE } from './survey-tiles.ts';
import type { CullingState } from './use-culling.ts';
import type { Judgment } from './use-judge.ts';

/** The labels that 6 to 9 stand for in Lightroom. */
const LABEL_DIGITS = '6789';

interface Dialogs {
  showKeys: () => void;
  showTags: () => void;
}

/** The keys of the culling view. */
export function useViewKeys(state: CullingState, { showKeys, showTags }: Dialogs): void {
  const { place, ways, looks, decisions, settings } = state;
  const { mode, image, index, ids } = place;
  const { go, setMode } = ways;
  const { onPane } = looks;
  const decide = (wish: Judgment | undefined, { shiftKey }: KeyboardEvent) => {
    if (wish === undefined) return;
    if (mode !== 'survey') decisions.decide(wish, shiftKey);
    else if (image) decisions.judge(wish, image);
  };
  const common: Doings<Common> = {
    stars: (key, event) => decide({ stars: Number(key) }, event),
    reject: (_, event) => decide('reject', event),
    labels: (key, event) => decide(labelOfKey(key), event),
    labelDigits: (key, event) => decide(COLOR_LABELS[LABEL_DIGITS.indexOf(key)], event),
    advance: settings.switchAdvance,
    tags: showTags,
    undo: decisions.undo,
    redo: decisions.redo,
    zoom: { when: isFreeOfButtons, do: () => onPane((on) => toggle(on)) },
    plusMinus: (key) => onPane((on) => zoomBy(on, key === '+' ? ZOOM_STEP : 1 / ZOOM_STEP)),
    pan: (key) => onPane((on) => panBy(on, ...panOf(key))),
    single: () => setMode('single'),
    compare: () => setMode('compare'),
    survey: () => setMode('survey'),
    homeEnd: (key) => go(key === 'Home' ? 0 : ids.length - 1),
    undecided: ways.goUndecided,
    develop: ways.develop,
    esc: ways.goOut,
    help: showKeys,
  };
  const anyShift = { anyShift: true };
  useActions(
    CULLING.single,
    mode === 'single'
      ? { ...common, ...ofPictures(looks), prevNext: (key) => go(key === 'Left' ? index - 1 : index + 1) }
      : null,
    anyShift,
  );
  useActions(CULLING.compare, mode === 'compare' ? { ...common, ...inCompare(state) } : null, anyShift);
  useActions(CULLING.survey, mode === 'survey' ? { ...common, ...inSurvey(state) } : null, anyShift);
}

type Views = typeof CULLING;
type Common = Pick<Views['single'], keyof Views['single'] & keyof Views['compare'] & keyof Views['survey']>;
type Own<Mode extends keyof Views> = Omit<Doings<Views[Mode]>, keyof Common>;

/** Buttons and groups of stars use these keys themselves. */
const isFreeOfButtons = (event: KeyboardEvent, key: string): boolean =>
  isFree(event) && (key.length === 1 || !(event.target as HTMLElement).matches('button, a, [role=radio]'));

const ofPictures = ({ kinds, peaking }: CullingState['looks']) => ({
  kind: kinds.switchKind,
  peaking: peaking.toggle,
});

function inCompare({ place: { id }, panes, ways, looks }: CullingState): Own<'compare'> {
  const at = id === null ? 0 : panes.indexOf(id);
  return {
    among: (key) => {
      const step = key === 'Left' || key === 'Up' ? -1 : 1;
      const to = panes[Math.min(panes.length - 1, Math.max(0, at + step))];
      if (to !== undefined) ways.goTo(to);
    },
    other: (key) => ways.exchange(key === 'PageUp' ? -1 : 1),
    link: looks.toggleLink,
    ...ofPictures(looks),
  };
}

function inSurvey({ place, survey, room, ways, decisions }: CullingState): Own<'survey'> {
  const { index, id } = place;
  const { go } = ways;
  const { apply } = decisions;
  const count = survey.burst.length;
  const columns = room ? columnsOf(count, room.width / room.height, TILE_SHAPE) : count;
  return {
    among: (key) => go(survey.first + (nextTile(index - survey.first, key, count, columns) ?? 0)),
    other: (key) => go(key === 'PageUp' ? survey.first - 1 : survey.nextBurst()),
    mark: {
      when: isFreeOfButtons,
      do: () => {
        if (id !== null) survey.mark(id);
      },
    },
    keepOnly: () => {
      if (id !== null) apply(new Set([id]));
    },
    apply: { when: isFreeOfButtons, do: () => apply(survey.kept) },
  };
}
