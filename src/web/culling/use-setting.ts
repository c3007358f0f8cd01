import { useCallback, useState } from 'react';

/** A setting that this browser remembers. */
function useKept<Value extends string>(name: string, values: readonly Value[], first: Value) {
  const key = `culling-${name}`;
  const [value, setValue] = useState(() => values.find((one) => one === localStorage.getItem(key)) ?? first);
  const change = useCallback(
    (next: Value) => {
      localStorage.setItem(key, next);
      setValue(next);
    },
    [key],
  );
  return [value, change] as const;
}

function useSwitch(name: string, first: 'on' | 'off' = 'on'): [boolean, () => void] {
  const [value, change] = useKept(name, ['on', 'off'], first);
  return [value === 'on', useCallback(() => change(value === 'on' ? 'off' : 'on'), [value, change])];
}

const isInstalled = () => matchMedia('(display-mode: standalone)').matches;

export const FLICK_STARS = ['1', '2', '3', '4', '5'] as const;

export type CullingSettings = ReturnType<typeof useCullingSettings>;

/** All settings of the culling view except the number of panes, which depends on the screen. */
export function useCullingSettings() {
  const [advances, switchAdvance] = useSwitch('advance');
  const [hasLadder, switchLadder] = useSwitch('ladder');
  const [flick, setFlick] = useKept('flick', FLICK_STARS, '1');
  const [isKept, switchKept] = useSwitch('kept', isInstalled() ? 'on' : 'off');
  const setFlickStars = (stars: number) => setFlick(FLICK_STARS[stars - 1] ?? '1');
  return {
    advances,
    switchAdvance,
    hasLadder,
    switchLadder,
    isKept,
    switchKept,
    flickStars: Number(flick),
    setFlickStars,
  };
}
