import type { ImageRecord } from '../../contract/image-record.ts';
import { ZOOM_STEP } from '../detail/stage-zoom.ts';
import type { Size } from '../detail/zoom.ts';
import type { Mode } from './culling-address.ts';
import { useCullingKeys } from './culling-keys.ts';
import { type OnPane, panBy, toggle, zoomBy } from './look-steps.ts';
import { columnsOf, nextTile, TILE_SHAPE } from './survey-tiles.ts';
import type { Wish } from './use-judge.ts';
import type { Survey } from './use-survey.ts';

const PAN_PX = 120;
const ARROWS: Record<string, readonly [right: number, down: number]> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

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

type Actions = Record<string, () => unknown>;

/** What each key does in the three views, by its name. */
export function actionsOf(view: View): Actions {
  const { mode, id, total, go, onPane } = view;
  const own = { single: inSingle, compare: inCompare, survey: inSurvey }[mode](view);
  return {
    Home: () => go(0),
    End: () => go(total - 1),
    u: view.goUndecided,
    a: view.switchAdvance,
    e: () => view.setMode('single'),
    c: () => view.setMode('compare'),
    s: () => view.setMode('survey'),
    z: () => onPane((on) => toggle(on)),
    '+': () => onPane((on) => zoomBy(on, ZOOM_STEP)),
    '=': () => onPane((on) => zoomBy(on, ZOOM_STEP)),
    '-': () => onPane((on) => zoomBy(on, 1 / ZOOM_STEP)),
    d: () => id !== null && view.develop(id),
    t: view.showTags,
    '?': view.showKeys,
    Escape: view.goOut,
    ...own,
  };
}

export function useViewKeys(view: View): void {
  const { mode, image, onPane } = view;
  const actions = actionsOf(view);
  useCullingKeys({
    judge: (wish, { stay }) => {
      if (mode !== 'survey') view.decide(wish, stay);
      else if (image) view.judge(wish, image);
    },
    undo: view.undo,
    redo: view.redo,
    act: (key, shift) => {
      const arrow = shift ? ARROWS[key] : undefined;
      if (arrow) onPane((on) => panBy(on, arrow[0] * PAN_PX, arrow[1] * PAN_PX));
      else actions[key]?.();
      return arrow !== undefined || actions[key] !== undefined;
    },
  });
}

const inSingle = ({ go, index, onPane }: View): Actions => ({
  ArrowLeft: () => go(index - 1),
  ArrowRight: () => go(index + 1),
  Enter: () => onPane((on) => toggle(on)),
});

function inCompare({ panes, id, goTo, exchange, onPane, toggleLink }: View): Actions {
  const at = id === null ? 0 : panes.indexOf(id);
  const focus = (step: 1 | -1) => () => {
    const to = panes[Math.min(panes.length - 1, Math.max(0, at + step))];
    if (to !== undefined) goTo(to);
  };
  return {
    ArrowLeft: focus(-1),
    ArrowRight: focus(1),
    ArrowUp: focus(-1),
    ArrowDown: focus(1),
    PageUp: () => exchange(-1),
    PageDown: () => exchange(1),
    Enter: () => onPane((on) => toggle(on)),
    l: toggleLink,
  };
}

function inSurvey({ survey, room, index, id, go, apply }: View): Actions {
  const count = survey.burst.length;
  const columns = room ? columnsOf(count, room.width / room.height, TILE_SHAPE) : count;
  const arrow = (key: string) => () => go(survey.first + (nextTile(index - survey.first, key, count, columns) ?? 0));
  return {
    ...Object.fromEntries(Object.keys(ARROWS).map((key) => [key, arrow(key)])),
    PageUp: () => go(survey.first - 1),
    PageDown: () => go(survey.nextBurst()),
    ' ': () => id !== null && survey.mark(id),
    Enter: () => apply(survey.kept),
    k: () => id !== null && apply(new Set([id])),
  };
}
