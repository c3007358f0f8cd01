/** Opened by a key, the panel puts the focus into its field, once it is loaded. */
let isWished = false;

export function wishFocus(): void {
  isWished = true;
}

export function takeFocusWish(): boolean {
  const was = isWished;
  isWished = false;
  return was;
}
