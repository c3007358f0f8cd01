import { membersOf, onePerGroup } from './folds/folds.ts';
import { selection } from './selection.ts';

/** What a key is for, as in darktable: the selected pictures, else the one that has the focus, with its folded group. */
export function chosenPictures(): readonly number[] {
  const selected = [...selection()];
  const focused = focusedPicture();
  return selected.length > 0 || focused === null ? selected : membersOf(focused);
}

/** The picture that has the focus, else the selected one; null where several are selected. */
export function pictureToCopy(): number | null {
  const selected = onePerGroup(selection());
  return focusedPicture() ?? (selected.length === 1 ? (selected[0] ?? null) : null);
}

export function focusedPicture(): number | null {
  const picture = document.activeElement?.closest('[role=listitem]')?.querySelector<HTMLElement>('[data-image]');
  return picture ? Number(picture.dataset.image) : null;
}
