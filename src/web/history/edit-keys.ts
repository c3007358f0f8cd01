import { useEffect, useRef } from 'react';
import { commandKey, isInFieldOrDialog } from '../ui/keys.ts';

export interface EditKeys {
  /** The picture to copy from; null: it is not clear which. */
  from: () => number | null;
  /** The pictures to paste onto. */
  onto: () => readonly number[];
}

/** Loaded with the first key. */
const loadTasks = () => import('./edit-tasks.ts');

/** darktable's keys: Ctrl+C copies the edits of a picture, Ctrl+V pastes them, Ctrl+Shift+V pastes parts. null while the keys are somebody else's. */
export function useEditKeys(keys: EditKeys | null): void {
  const latest = useRef(keys);
  latest.current = keys;
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const now = latest.current;
      if (now === null || event.defaultPrevented || event.altKey || !(event.ctrlKey || event.metaKey)) return;
      const key = commandKey(event).toLowerCase();
      const isCopy = key === 'c' && !event.shiftKey;
      if ((!isCopy && key !== 'v') || isForText(event, isCopy)) return;
      event.preventDefault();
      if (event.repeat) return;
      // What is meant is what is chosen now.
      const [from, onto] = [now.from(), now.onto()];
      void loadTasks().then(({ copyEdits, pasteEdits, pasteParts }) => {
        if (isCopy) return copyEdits(from);
        return event.shiftKey ? pasteParts(onto) : pasteEdits(onto);
      });
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, []);
}

/** Fields and dialogs have keys of their own, and selected text is copied by the browser. */
const isForText = (event: KeyboardEvent, isCopy: boolean): boolean =>
  isInFieldOrDialog(event) || (isCopy && getSelection()?.isCollapsed === false);
