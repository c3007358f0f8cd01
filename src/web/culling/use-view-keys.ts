import type { ImageRecord } from '../../contract/image-record.ts';
import { COLOR_LABELS } from '../../contract/color-labels.ts';
import { panOf } from '../detail/detail-keys.ts';
import { ZOOM_STEP } from '../detail/stage-zoom.ts';
import type { Size } from '../detail/zoom.ts';
import { isFree } from '../keyboard/keys.ts';
import { type Doings, useActions } from '../keyboard/use-actions.ts';
import { labelOfKey } from '../organising/decision.ts';
import type { Mode } from './culling-address.ts';
import { CULLING } from './culling-actions.ts';
import { type OnPane, panBy, toggle, zoomBy } from './look-steps.ts';
import { columnsOf, nextTile, TILE_SHAPE } from './survey-tiles.ts';
import type { Wish } from './use-judge.ts';
import type { Survey } from './use-survey.ts';

/** The labels that 6 to 9 stand for in Lightroom. */
const LABEL_DIGITS = '6789';

export interface View {
  mode: Mode;
  setMode: (mode: Mode) => void;
  /** The current picture, its position and its id; how many there are. */
  image: ImageRecord | undefined;
  index: number;
  id: number | null;
  total: number;
  room: Size | null;
  panes: readonly number[];
  survey: Survey;
  go: (index: number) => void;
  goTo: (id: number) => void;
  goUndecided: () => void;
  /** Puts another picture into the focused pane. */
  exchange: (step: 1 | -1) => void;
  /** One step back. */
  goOut: () => void;
  develop: (id: number) => void;
  onPane: (act: (on: OnPane) => void) => void;
  toggleLink: () => void;
  switchAdvance: () => void;
  showKeys: () => void;
  /** Decides, and goes on unless `stay` is set. */
  decide: (wish: Wish, stay: boolean) => void;
  judge: (wish: Wish, image: ImageRecord) => void;
  apply: (kept: ReadonlySet<number>) => void;
  undo: () => void;
  redo: () => void;
  showTags: () => void;
}

/** The keys of the culling view. */
export function useViewKeys(view: View): void {
  const { mode, image, id, index, total, go, onPane } = view;
  const decide = (wish: Wish | undefined, { shiftKey }: KeyboardEvent) => {
    if (wish === undefined) return;
    if (mode !== 'survey') view.decide(wish, shiftKey);
    else if (image) view.judge(wish, image);
  };
  const common: Doings<Common> = {
    stars: (key, event) => decide({ stars: Number(key) }, event),
    reject: (_, event) => decide('reject', event),
    labels: (key, event) => decide(labelOfKey(key), event),
    labelDigits: (key, event) => decide(COLOR_LABELS[LABEL_DIGITS.indexOf(key)], event),
    advance: view.switchAdvance,
    tags: view.showTags,
    undo: view.undo,
    redo: view.redo,
    zoom: { when: isFreeOfButtons, do: () => onPane((on) => toggle(on)) },
    plusMinus: (key) => onPane((on) => zoomBy(on, key === '+' ? ZOOM_STEP : 1 / ZOOM_STEP)),
    pan: (key) => onPane((on) => panBy(on, ...panOf(key))),
    single: () => view.setMode('single'),
    compare: () => view.setMode('compare'),
    survey: () => view.setMode('survey'),
    homeEnd: (key) => go(key === 'Home' ? 0 : total - 1),
    undecided: view.goUndecided,
    develop: () => {
      if (id !== null) view.develop(id);
    },
    esc: view.goOut,
    help: view.showKeys,
  };
  const anyShift = { anyShift: true };
  useActions(
    CULLING.single,
    mode === 'single' ? { ...common, prevNext: (key) => go(key === 'Left' ? index - 1 : index + 1) } : null,
    anyShift,
  );
  useActions(CULLING.compare, mode === 'compare' ? { ...common, ...inCompare(view) } : null, anyShift);
  useActions(CULLING.survey, mode === 'survey' ? { ...common, ...inSurvey(view) } : null, anyShift);
}

type Views = typeof CULLING;
type Common = Pick<Views['single'], keyof Views['single'] & keyof Views['compare'] & keyof Views['survey']>;
type Own<Mode extends keyof Views> = Omit<Doings<Views[Mode]>, keyof Common>;

/** Buttons and groups of stars use these keys themselves. */
const isFreeOfButtons = (event: KeyboardEvent, key: string): boolean =>
  isFree(event) && (key.length === 1 || !(event.target as HTMLElement).matches('button, a, [role=radio]'));

function inCompare({ panes, id, goTo, exchange, toggleLink }: View): Own<'compare'> {
  const at = id === null ? 0 : panes.indexOf(id);
  return {
    among: (key) => {
      const step = key === 'Left' || key === 'Up' ? -1 : 1;
      const to = panes[Math.min(panes.length - 1, Math.max(0, at + step))];
      if (to !== undefined) goTo(to);
    },
    other: (key) => exchange(key === 'PageUp' ? -1 : 1),
    link: toggleLink,
  };
}

function inSurvey({ survey, room, index, id, go, apply }: View): Own<'survey'> {
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
