import { type Dispatch, type SetStateAction, useCallback, useEffect } from 'react';
import type { ModuleEntry } from '../../api/modules.ts';

/** What of a module's mask lies over the picture. */
export interface Masking {
  operation: string;
  instance: number;
  /** The name of the module, for those who do not see it. */
  name: string;
  /** Its mask, in yellow over a gray picture. */
  showsMask: boolean;
  /** Its shapes. */
  showsShapes: boolean;
}

/** What is shown of this module, and how to change that. It ends with the module. */
export function useMasking(
  { operation, multi_priority: instance }: Pick<ModuleEntry, 'operation' | 'multi_priority'>,
  name: string,
  { masking, setMasking }: { masking: Masking | null; setMasking: Dispatch<SetStateAction<Masking | null>> },
) {
  const isOwn = useCallback(
    (one: Masking | null): one is Masking => one?.operation === operation && one.instance === instance,
    [operation, instance],
  );
  const own = isOwn(masking) ? masking : null;
  useEffect(() => () => setMasking((was) => (isOwn(was) ? null : was)), [isOwn, setMasking]);
  const show = (change: Partial<Pick<Masking, 'showsMask' | 'showsShapes'>>) =>
    setMasking((was) => {
      const before = isOwn(was) ? was : { showsMask: false, showsShapes: false };
      const next = { operation, instance, name, ...pick(before), ...change };
      return next.showsMask || next.showsShapes ? next : null;
    });
  return { showsMask: own?.showsMask ?? false, showsShapes: own?.showsShapes ?? false, show };
}

const pick = ({ showsMask, showsShapes }: Pick<Masking, 'showsMask' | 'showsShapes'>) => ({ showsMask, showsShapes });
