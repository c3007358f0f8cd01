import { PICTURE, TAGS } from '../keyboard/actions.ts';
import { ARROWS, isFree, isInDialog, isInField } from '../keyboard/keys.ts';
import { useActions } from '../keyboard/use-actions.ts';
import { wishFocus } from '../organising/panel/focus-wish.ts';
import { ZOOM_STEP } from './stage-zoom.ts';
import type { OpenPicture } from './use-open-picture.ts';

const PAN_PX = 120;
/** How far a key with an arrow moves the picture, in pixels. */
export function panOf(key: string): readonly [right: number, down: number] {
  const [right, down] = ARROWS[key.replace('Shift+', 'Arrow')] ?? [0, 0];
  return [right * PAN_PX, down * PAN_PX];
}

/** The keys that work while a picture is open. */
export function useDetailKeys({ before, looks, ways, list, stage }: OpenPicture): void {
  const { go, goBack, goOn, close, showPanel } = ways;
  const { controls } = stage;
  useActions(PICTURE, {
    prevNext: (key) => (key === 'Left' ? goBack() : goOn()),
    homeEnd: (key) => go(key === 'Home' ? 0 : list.total - 1),
    zoom: {
      when: (event, key) => isFree(event) && (key !== 'Enter' || isOnPicture(event)),
      do: () => controls.current?.toggle(),
    },
    plusMinus: (key) => controls.current?.zoomBy(key === '+' ? ZOOM_STEP : 1 / ZOOM_STEP),
    pan: (key) => controls.current?.pan(...panOf(key)),
    before: { do: before.show, end: before.hide },
    split: looks.toggleSplit,
    clipping: looks.toggleClipping,
    peaking: looks.togglePeaking,
    info: () => showPanel('info'),
    develop: () => showPanel('develop'),
    back: {
      when: (event) => !isInDialog(event),
      do: (_, event) => {
        if (isInField(event)) (event.target as HTMLElement).blur();
        else close();
      },
    },
  });
  useActions(TAGS, {
    tags: () => {
      wishFocus();
      showPanel('organise');
    },
  });
}

/** Elsewhere, Enter belongs to buttons and links. */
const isOnPicture = ({ target }: Event): boolean => (target as HTMLElement).matches('body, main, [data-zoomed] *');
