import { useCallback } from 'react';

/** What tells style sheets of the room taken at the lower edge of the window: by bars, and by messages, which are above them. */
const ROOMS = ['--bottom-room', '--message-room'] as const;
type Room = (typeof ROOMS)[number];

/** What is there. */
const placed = new Map<HTMLElement, Room>();

function measure(): void {
  for (const room of ROOMS) {
    const taken = [...placed].map(([one, of]) => (of === room ? roomOf(one) : 0));
    document.documentElement.style.setProperty(room, `${Math.max(0, ...taken)}px`);
  }
}

function roomOf(one: HTMLElement): number {
  const { position, bottom, overflowY } = getComputedStyle(one);
  // It may still be on its way in: where it ends is what counts.
  if (position === 'fixed' && one.offsetHeight > 0) return parseFloat(bottom) + one.offsetHeight;
  const isSheet = overflowY !== 'visible' && one.offsetWidth >= document.documentElement.clientWidth;
  return isSheet ? innerHeight - one.getBoundingClientRect().top : 0;
}

function useRoom(room: Room) {
  return useCallback(
    (one: HTMLElement | null) => {
      if (!one) return;
      placed.set(one, room);
      measure();
      const observer = new ResizeObserver(measure);
      observer.observe(one);
      addEventListener('resize', measure);
      return () => {
        observer.disconnect();
        removeEventListener('resize', measure);
        placed.delete(one);
        measure();
      };
    },
    [room],
  );
}

/** For a bar or a sheet at the lower edge: messages stay above it. What scrolls with the page takes no room. */
export const useBottomRoom = () => useRoom('--bottom-room');
/** For messages: dialogs stay above them. */
export const useMessageRoom = () => useRoom('--message-room');
