import { Store } from '../../stores/store.ts';

/** Opened by a key, the panel puts the focus into its field, once it is loaded. */
const isWished = new Store(false);

export const wishFocus = (): void => isWished.set(true);

export function takeFocusWish(): boolean {
  const was = isWished.snapshot();
  isWished.set(false);
  return was;
}
