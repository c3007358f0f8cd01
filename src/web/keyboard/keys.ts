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

/** The key of + is = without Shift. */
const NAMES: Record<string, string> = { ' ': 'Space', '=': '+', Escape: 'Esc' };
const nameOf = (key: string): string =>
  NAMES[key] ?? (/^[a-z]$/.test(key) ? key.toUpperCase() : key.replace('Arrow', ''));

/**
 * The names of a key press in a table of actions, the one that counts first: `Ctrl+Shift+Z`, `Shift+Left`, `Left`. Shift makes a letter and a
 * key with F another command, or with `anyShift` none.
 */
export function namesOf(event: Pressed & Pick<KeyboardEvent, 'ctrlKey' | 'metaKey'>, anyShift: boolean): string[] {
  const { key, code, shiftKey, ctrlKey, metaKey } = event;
  const name = nameOf(commandKey(event));
  const shifted = `Shift+${name}`;
  if (ctrlKey || metaKey) return [`Ctrl+${shiftKey ? shifted : name}`];
  // A Russian keyboard types "?" with Shift and 7.
  const digit = digitOf({ key, code, shiftKey: shiftKey && !(anyShift && key !== '?') });
  // A star, whatever else the key types.
  if (digit !== null && digit <= 5) return [String(digit)];
  const own = shiftKey && !anyShift && /^(F\d+|[A-Z])$/.test(name) ? [] : [name];
  return [...(digit === null ? [] : [String(digit)]), ...(shiftKey ? [shifted] : []), ...own];
}

/** Where arrow keys lead. */
export const ARROWS: Partial<Record<string, readonly [right: number, down: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** Fields and dialogs have keys of their own. */
export const isInField = ({ target }: Event): boolean =>
  (target as HTMLElement).matches('input:not([type=checkbox]), select, textarea');
export const isInDialog = ({ target }: Event): boolean => (target as HTMLElement).closest('[role=dialog]') !== null;
/** Over the page lies a dialog (`ui/dialog.tsx`), whose own keys alone act. */
export const isModalOpen = (): boolean => document.querySelector('[data-modal][data-open]') !== null;
export const isFree = (event: Event): boolean => !isInField(event) && !isInDialog(event);

/**
 * Keys of an input method (Japanese, Chinese, Korean, …) are nobody's command: Enter confirms a word, Escape drops it. Safari
 * tells the one that confirms after the composition, by the code 229 alone. To be called before anybody listens.
 */
export function leaveKeysToInputMethods(): void {
  const keep = (event: KeyboardEvent) => {
    // oxlint-disable-next-line typescript/no-deprecated -- the only sign in Safari
    if (event.isComposing || event.keyCode === 229) event.stopImmediatePropagation();
  };
  addEventListener('keydown', keep, { capture: true });
  addEventListener('keyup', keep, { capture: true });
}
