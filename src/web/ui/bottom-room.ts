import { useCallback } from 'react';

/** What tells style sheets of the room taken at the lower edge of the window: by bars, and by messages, which are above them. */
const ROOMS = ['--bottom-room', '--message-room'] as const;
type Room = (typeof ROOMS)[number];

/** What is fixed there. */
const fixed = new Map<HTMLElement, Room>();

function measure(): void {
  for (const room of ROOMS) {
    const taken = [...fixed].map(([one, of]) => (of === room ? roomOf(one) : 0));
    document.documentElement.style.setProperty(room, `${Math.max(0, ...taken)}px`);
  }
}

/** It may still be on its way in: where it ends is what counts. */
function roomOf(one: HTMLElement): number {
  const { position, bottom } = getComputedStyle(one);
  return position === 'fixed' && one.offsetHeight > 0 ? parseFloat(bottom) + one.offsetHeight : 0;
}

function useRoom(room: Room) {
  return useCallback(
    (one: HTMLElement | null) => {
      if (!one) return;
      fixed.set(one, room);
      measure();
      const observer = new ResizeObserver(measure);
      observer.observe(one);
      addEventListener('resize', measure);
      return () => {
        observer.disconnect();
        removeEventListener('resize', measure);
        fixed.delete(one);
        measure();
      };
    },
    [room],
  );
}

/** For a bar at the lower edge: messages stay above it. What is not fixed there takes no room. */
export const useBottomRoom = () => useRoom('--bottom-room');
/** For messages: dialogs stay above them. */
export const useMessageRoom = () => useRoom('--message-room');
