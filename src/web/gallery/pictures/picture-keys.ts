import { useWhyNot } from '../../api/rights.ts';
import { PICTURES } from '../../keyboard/actions.ts';
import { isFree } from '../../keyboard/keys.ts';
import { useActions } from '../../keyboard/use-actions.ts';
import { onePerGroup } from '../folds/folds.ts';
import { say } from '../../ui/toasts.tsx';

/** Loaded with the first key. */
const loadTasks = () => import('./picture-tasks.ts');
type Tasks = Awaited<ReturnType<typeof loadTasks>>;

/** darktable's keys for versions, groups and removal; without a picture they are the browser's. null while the keys are somebody else's. */
export function usePictureKeys(pictures: (() => readonly number[]) | null): void {
  const whyNot = useWhyNot('images:write');
  const doing = (task: (tasks: Tasks, ids: readonly number[]) => void) => ({
    when: (event: KeyboardEvent) => isFree(event) && (pictures?.() ?? []).length > 0,
    do: () => {
      const ids = pictures?.() ?? [];
      if (whyNot !== null) say({ id: 'organise', title: whyNot });
      else void loadTasks().then((tasks) => task(tasks, ids));
    },
  });
  useActions(
    PICTURES,
    pictures && {
      duplicate: doing(({ duplicate }, ids) => duplicate(onePerGroup(ids))),
      group: doing(({ group }, ids) => group(ids)),
      ungroup: doing(({ ungroup }, ids) => ungroup(ids)),
      remove: doing(({ remove }, ids) => remove(ids)),
    },
  );
}
