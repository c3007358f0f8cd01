import { useEffect, useEffectEvent } from 'react';
import type { Actions } from './actions.ts';
import { isFree, isModalOpen, namesOf } from './keys.ts';

type Do = (key: string, event: KeyboardEvent) => void;
/** What an action does. `when` says whether a key is for it, instead of wherever nothing is typed; `end` follows when the key is let go. */
export type Doing = Do | { do: Do; when?: (event: KeyboardEvent, key: string) => boolean; end?: () => void };
/** One for each action of a table. */
export type Doings<Table extends Actions> = Record<keyof Table, Doing>;

/** Ctrl may have been pressed since. */
const alone = ({ key, code, shiftKey }: KeyboardEvent) => ({ key, code, shiftKey, ctrlKey: false, metaKey: false });

const MOVES = /(Left|Right|Up|Down|[+-])$/;

interface Options {
  /** Shift changes no key but those that are listed with it. */
  anyShift?: boolean;
  /** Before anybody else hears of the keys. */
  over?: boolean;
  /** Keys go on while they are held down, not those alone that move. */
  repeats?: boolean;
}

/** Does the actions of a table with their keys; null while the keys are somebody else's. */
export function useActions<Table extends Actions>(
  table: Table,
  doings: NoInfer<Doings<Table>> | null,
  { anyShift = false, over = false, repeats = false }: Options = {},
): void {
  const all = Object.entries<Doing>(doings ?? {});
  const onKeyDown = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.altKey || isModalOpen()) return;
    for (const key of namesOf(event, anyShift))
      for (const [id, doing] of all) {
        const action = table[id];
        if (!action?.keys.includes(key)) continue;
        const { do: act, when = isFree } = typeof doing === 'function' ? { do: doing } : doing;
        if (!when(event, key)) continue;
        event.preventDefault();
        if (over) event.stopPropagation();
        // A key held down would decide about every picture that follows.
        if (!event.repeat || repeats || MOVES.test(key)) act(key, event);
        return;
      }
  });
  const onKeyUp = useEffectEvent((event: Event) => {
    const names = event instanceof KeyboardEvent ? namesOf(alone(event), true) : null;
    for (const [id, doing] of all)
      if (typeof doing === 'object' && (names === null || table[id]?.keys.some((key) => names.includes(key))))
        doing.end?.();
  });
  useEffect(() => {
    const listen = { capture: over };
    addEventListener('keydown', onKeyDown, listen);
    addEventListener('keyup', onKeyUp);
    addEventListener('blur', onKeyUp);
    return () => {
      removeEventListener('keydown', onKeyDown, listen);
      removeEventListener('keyup', onKeyUp);
      removeEventListener('blur', onKeyUp);
    };
  }, [over]);
}
