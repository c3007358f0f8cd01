/** For `ref`: an element that has the focus from its first moment. A browser follows the attribute `autofocus` only once in a page. */
export const takesFocus = (element: HTMLElement | null): void => element?.focus();
