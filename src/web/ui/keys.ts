/**
 * What a pressed key means as a command, on every keyboard.
 *
 * A Latin letter counts as it is typed, so AZERTY and Dvorak go by what is printed on the key. On a layout without Latin letters
 * (Russian, Greek, Hebrew, …) the place of the key counts: its letter on a US keyboard, which the key usually shows, too. Upper case with
 * Shift only, whatever Caps Lock says.
 */
export function commandKey({ key, code, shiftKey }: Pressed): string {
  const place = /^[^\p{ASCII}\p{Script=Latin}]+$/u.test(key) ? /^Key([A-Z])$/.exec(code)?.[1] : undefined;
  const letter = place ?? (/^[a-z]$/i.test(key) ? key : undefined);
  if (letter === undefined) return key;
  return shiftKey ? letter.toUpperCase() : letter.toLowerCase();
}

/** The digit of a key; without Shift also where the layout has something else in its place, as French and Czech ones do. */
export function digitOf({ key, code, shiftKey }: Pressed): number | null {
  if (/^\d$/.test(key)) return Number(key);
  const place = !shiftKey && !/^[a-z]$/i.test(key) ? /^Digit(\d)$/.exec(code)?.[1] : undefined;
  return place === undefined ? null : Number(place);
}

export type Pressed = Pick<KeyboardEvent, 'key' | 'code' | 'shiftKey'>;

/** Fields and dialogs have keys of their own. */
export const isInField = ({ target }: Event): boolean =>
  (target as HTMLElement).matches('input:not([type=checkbox]), select, textarea');
export const isInFieldOrDialog = (event: Event): boolean =>
  isInField(event) || (event.target as HTMLElement).closest('[role=dialog]') !== null;

/**
 * Keys of an input method (Japanese, Chinese, Korean, …) are nobody's command: Enter confirms a word, Escape drops it. Safari
 * tells the one that confirms after the composition, by the code 229 alone. To be called before anybody listens.
 */
export function leaveKeysToInputMethods(): void {
  const keep = (event: KeyboardEvent) => {
    // eslint-disable-next-line @typescript-eslint/no-deprecated -- the only sign in Safari
    if (event.isComposing || event.keyCode === 229) event.stopImmediatePropagation();
  };
  addEventListener('keydown', keep, { capture: true });
  addEventListener('keyup', keep, { capture: true });
}
