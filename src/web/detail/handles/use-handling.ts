import { useEffect } from 'react';
import { useQuery } from '@tanstack/react-query';
import { asParam, storedAt } from '../../../contract/stored-values.ts';
import { type ModuleEntry, modulesQuery } from '../../api/modules.ts';
import { useLock } from '../../ui/lock.tsx';
import type { ModuleContext } from '../develop/modules/module-context.ts';
import { ON_PICTURE } from './on-picture.ts';

/** It makes the picture larger than the one that these modules work on. */
const ENLARGES = 'borders';

/** Lays the form of an open module over the picture, while it is on. */
export function useHandling(module: ModuleEntry, name: string, { imageId, looks, edits }: ModuleContext): void {
  const { setHandling } = looks;
  const { isLocked } = useLock();
  const { data } = useQuery(modulesQuery(imageId));
  const isEnlarged = data?.items.some(({ operation, enabled }) => operation === ENLARGES && enabled) ?? true;
  const { operation, params, fields, enabled } = module;
  const form = enabled && !isEnlarged ? ON_PICTURE[operation] : undefined;
  const { edit, move, refusals } = edits;
  useEffect(() => {
    if (!form || !params || !fields) return;
    const asParams = (changes: Record<string, number>) => ({
      params: Object.fromEntries(Object.entries(changes).map(([path, value]) => [path, asParam(fields, path, value)])),
    });
    setHandling({
      form,
      name,
      isLocked,
      stored: (field) => storedAt(params, fields, field),
      move: (changes) => move(module, changes && asParams(changes)),
      change: (changes) => edit(module, asParams(changes)),
    });
    return () => setHandling(null);
  }, [form, name, isLocked, params, fields, module, edit, move, refusals, setHandling]);
}
