import { EDITS } from '../keyboard/actions.ts';
import { isFree } from '../keyboard/keys.ts';
import { useActions } from '../keyboard/use-actions.ts';

export interface EditKeys {
  /** The picture to copy from; null: it is not clear which. */
  from: () => number | null;
  /** The pictures to paste onto. */
  onto: () => readonly number[];
}

/** Loaded with the first key. */
const loadTasks = () => import('./edit-tasks.ts');

/** darktable's keys to copy and paste edits. null while the keys are somebody else's. */
export function useEditKeys(keys: EditKeys | null): void {
  useActions(
    EDITS,
    keys && {
      copyEdits: {
        // Selected text is copied by the browser.
        when: (event) => isFree(event) && getSelection()?.isCollapsed !== false,
        do: () => {
          // What is meant is what is chosen now.
          const from = keys.from();
          void loadTasks().then(({ copyEdits }) => copyEdits(from));
        },
      },
      pasteEdits: () => {
        const onto = keys.onto();
        void loadTasks().then(({ pasteEdits }) => pasteEdits(onto));
      },
      pasteParts: () => {
        const onto = keys.onto();
        void loadTasks().then(({ pasteParts }) => pasteParts(onto));
      },
    },
  );
}
