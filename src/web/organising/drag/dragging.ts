import type { DragEvent } from 'react';
import { t } from '../../i18n/words.ts';
import { Store, useStore } from '../../stores/store.ts';
import styles from './drag.module.css';

/** The pictures that are being dragged; null while none are. */
const dragged = new Store<readonly number[] | null>(null);

export const draggedPictures = dragged.snapshot;
export const setDragged = (ids: readonly number[] | null): void => dragged.set(ids);
export const useDragged = () => useStore(dragged);

/** Starts to drag these pictures, and shows what they can be dropped on. */
export function dragPictures(event: DragEvent, ids: readonly number[]): void {
  event.dataTransfer.effectAllowed = 'copy';
  // Firefox needs data to start a drag.
  event.dataTransfer.setData('text/plain', t('gallery.pictures', { count: ids.length }));
  const label = document.createElement('div');
  label.className = styles.dragged ?? '';
  label.textContent = t('gallery.pictures', { count: ids.length });
  document.body.append(label);
  event.dataTransfer.setDragImage(label, -12, -12);
  addEventListener('dragend', () => setDragged(null), { once: true });
  // Chrome ends a drag if the page changes right at its start.
  setTimeout(() => {
    label.remove();
    setDragged(ids);
  });
}
