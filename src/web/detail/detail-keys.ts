import { type RefObject, useEffect } from 'react';
import { wishFocus } from '../organising/panel/focus-wish.ts';
import { starsOf } from '../organising/organising-keys.ts';
import { commandKey, isInField } from '../ui/keys.ts';
import type { Looks } from './looks.ts';
import type { Panel } from './picture-address.ts';
import { type StageControls, ZOOM_STEP } from './stage-zoom.ts';
import type { Before } from './use-before.ts';

const PAN_PX = 120;

interface Keys {
  controls: RefObject<StageControls | null>;
  before: Before;
  looks: Looks;
  close: () => void;
  goBack: () => void;
  goOn: () => void;
  /** Goes to a position in the list. */
  go: (index: number) => void;
  total: number;
  showPanel: (panel: Panel) => void;
}

/** What each key does, by its name; Escape and moving with Shift are beside them. */
export function actionsOf({ controls, before, looks, goBack, goOn, go, total, showPanel }: Keys) {
  return {
    ArrowLeft: goBack,
    ArrowRight: goOn,
    Home: () => go(0),
    End: () => go(total - 1),
    z: () => controls.current?.toggle(),
    '+': () => controls.current?.zoomBy(ZOOM_STEP),
    '=': () => controls.current?.zoomBy(ZOOM_STEP),
    '-': () => controls.current?.zoomBy(1 / ZOOM_STEP),
    i: () => showPanel('info'),
    d: () => showPanel('develop'),
    t: () => {
      wishFocus();
      showPanel('organise');
    },
    y: looks.toggleSplit,
    o: looks.toggleClipping,
    b: before.show,
  } as Record<string, () => void>;
}

/** The keys that work while a picture is open. */
export function useDetailKeys(keys: Keys): void {
  const { controls, before, looks, close, goBack, goOn, go, total, showPanel } = keys;
  const { show, hide } = before;
  const { toggleSplit, toggleClipping } = looks;
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const target = event.target as HTMLElement;
      const isTyping = isInField(event);
      if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return;
      if (target.closest('[role=dialog]')) return;
      if (event.key === 'Escape') {
        event.preventDefault();
        if (isTyping) target.blur();
        else close();
        return;
      }
      if (isTyping || starsOf(event) !== null) return;
      const arrows = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] } as const;
      const arrow = arrows[event.key as keyof typeof arrows] as readonly [number, number] | undefined;
      const action =
        event.shiftKey && arrow
          ? () => controls.current?.pan(arrow[0] * PAN_PX, arrow[1] * PAN_PX)
          : actionsOf(keys)[commandKey(event)];
      if (!action) return;
      event.preventDefault();
      action();
    };
    const onKeyUp = (event: KeyboardEvent) => {
      if (commandKey(event) === 'b') hide();
    };
    addEventListener('keydown', onKey);
    addEventListener('keyup', onKeyUp);
    addEventListener('blur', hide);
    return () => {
      removeEventListener('keydown', onKey);
      removeEventListener('keyup', onKeyUp);
      removeEventListener('blur', hide);
    };
  }, [controls, close, goBack, goOn, go, total, showPanel, show, hide, toggleSplit, toggleClipping]);
}
