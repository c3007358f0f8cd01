import { type MouseEvent, useSyncExternalStore } from 'react';

/**
 * The address bar as the page's own state: three routes need no router. What must survive a reload but does not
 * belong into an address that one shares (which place of the list an image was opened from) lies in the history state.
 */
export interface Place {
  path: string;
  search: URLSearchParams;
  state: HistoryState;
}
export interface HistoryState {
  /** Where in the list the image stands, counted from 0. */
  index?: number;
  /** Going back in the history ends in the gallery that the image was opened from. */
  fromGallery?: boolean;
}

const listeners = new Set<() => void>();
let place = read();

function read(): Place {
  return {
    path: location.pathname,
    search: new URLSearchParams(location.search),
    state: (history.state ?? {}) as HistoryState,
  };
}

function tell(): void {
  place = read();
  for (const listener of [...listeners]) listener();
}

addEventListener('popstate', tell);

export function usePlace(): Place {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => place,
  );
}

/** `replace` for what the back button should not undo step by step, such as letters typed into the search. */
export function navigate(url: string, options: { replace?: boolean; state?: HistoryState } = {}): void {
  if (options.replace) history.replaceState(options.state ?? {}, '', url);
  else history.pushState(options.state ?? {}, '', url);
  tell();
}

/** What makes a link stay on this page: a plain click navigates, every other one is the browser's. */
export function linkTo(url: string, onNavigate?: () => void) {
  return {
    href: url,
    onClick: (event: MouseEvent) => {
      if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return;
      event.preventDefault();
      onNavigate?.();
      navigate(url);
    },
  };
}

/** The id of the image that an address opens, or null. */
export function imageIdOf(path: string): number | null {
  const match = /^\/images\/(\d{1,10})\/?$/.exec(path);
  return match ? Number(match[1]) : null;
}
