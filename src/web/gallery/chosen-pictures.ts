import { selection } from './selection.ts';

/** What a key is for, as in darktable: the selected pictures, else the one that has the focus. */
export function chosenPictures(): readonly number[] {
  const selected = [...selection()];
  const focused = focusedPicture();
  return selected.length > 0 || focused === null ? selected : [focused];
}

/** The picture that has the focus, else the selected one; null where several are selected. */
export function pictureToCopy(): number | null {
  const selected = [...selection()];
  return focusedPicture() ?? (selected.length === 1 ? (selected[0] ?? null) : null);
}

export function focusedPicture(): number | null {
  const picture = document.activeElement?.closest('[role=listitem]')?.querySelector<HTMLElement>('[data-image]');
  return picture ? Number(picture.dataset.image) : null;
}
