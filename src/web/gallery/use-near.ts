import { type FocusEvent, type PointerEvent, useState } from 'react';

/** Whether the mouse is over it, or the keyboard is in it. */
export function useNear() {
  const [isNear, setIsNear] = useState(false);
  const handlers = {
    onPointerEnter: ({ pointerType }: PointerEvent) => setIsNear(pointerType === 'mouse'),
    onPointerLeave: ({ currentTarget }: PointerEvent) =>
      setIsNear(currentTarget.querySelector(':focus-visible') !== null),
    onFocus: ({ target }: FocusEvent) => setIsNear((before) => before || target.matches(':focus-visible')),
    onBlur: ({ currentTarget, relatedTarget }: FocusEvent) => {
      if (!currentTarget.contains(relatedTarget)) setIsNear(currentTarget.matches(':hover'));
    },
  };
  return [isNear, handlers] as const;
}
