import type { MouseEvent } from 'react';
import { Store, useStore } from './stores/store.ts';
import { below, pathNow } from './base.ts';

/**
 * The address bar as the page's state: three routes need no router. What must survive a reload but does not belong into
 * a shared address (the position in the list from which an image was opened) is in the history state.
 */
export interface Address {
  path: string;
  search: URLSearchParams;
  state: HistoryState;
  /** It was come to by going back or forward. */
  isBack: boolean;
}
export interface HistoryState {
  /** The image's position in the list, from 0. */
  index?: number;
  /** Going back in the history leads to the gallery from which the image was opened. */
  fromGallery?: boolean;
  /** The culling view was opened from a picture. */
  fromPicture?: boolean;
  /** It compares so many versions of one, and going back in the history leads to it. */
  fromVersions?: number;
  /** It has these pictures alone: the name of a kept set. */
  set?: string;
  /** Its first view, from which Esc leaves it. */
  openedIn?: string;
}

const address = new Store<Address>({ path: '/', search: new URLSearchParams(), state: {}, isBack: false });

function follow(event?: PopStateEvent): void {
  address.set({
    path: pathNow(),
    search: new URLSearchParams(location.search),
    state: (history.state ?? {}) as HistoryState,
    isBack: event !== undefined,
  });
}

export function openAddress(): void {
  follow();
  addEventListener('popstate', follow);
}

export const useAddress = (): Address => useStore(address);

/** `replace` for changes that the back button should not undo one by one, such as letters typed into the search. */
export function navigate(url: string, options: { replace?: boolean; state?: HistoryState } = {}): void {
  if (options.replace) history.replaceState(options.state ?? {}, '', below(url));
  else history.pushState(options.state ?? {}, '', below(url));
  follow();
}

/** Props that keep a link on this page: a plain click navigates, the browser handles all others. */
export function linkTo(url: string, onNavigate?: () => void) {
  return {
    href: below(url),
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
