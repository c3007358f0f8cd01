import { useMemo } from 'react';
import { useQuery } from '@tanstack/react-query';
import { conversionQuery, type ModuleEntry } from '../../../api/modules.ts';
import { darktableWordsQuery, ENGLISH, translatedModule } from '../../../i18n/darktable-words.ts';
import type { ModuleContext } from './module-context.ts';

interface Shown {
  module: ModuleEntry;
  context: ModuleContext;
  /** It is not stored so yet. */
  isConverted: boolean;
  isWaiting: boolean;
}

/**
 * A module of an older version as darktable converts it, so that it has a panel. Its first edit stores it so before. Without a darktable that
 * converts it, it stays as it is.
 */
export function useConverted(module: ModuleEntry, context: ModuleContext): Shown {
  const { imageId, hasFacts, factsOf, edits } = context;
  const { operation, multi_priority: instance, module_version: version } = module;
  const isOlder = !hasFacts(module) && (factsOf(operation)?.versions ?? []).some((known) => known > version);
  const { data, isLoading } = useQuery({ ...conversionQuery(imageId, module), enabled: isOlder });
  const words = useQuery(darktableWordsQuery()).data ?? ENGLISH;
  const converted = useMemo(() => {
    if (!isOlder || !data) return null;
    const shown = { ...translatedModule(data, words), label: module.label };
    return hasFacts(shown) ? shown : null;
  }, [isOlder, data, words, module.label, hasFacts]);
  const ofConverted = useMemo((): ModuleContext => {
    const edit: typeof edits.edit = (_module, patch) => {
      if (!converted) return;
      edits.changeHistory(
        { is: 'convert', operation, instance },
        { label: module.label, onDone: () => edits.edit(converted, patch) },
      );
    };
    // Until it is stored so, the picture cannot be made with names of the new version.
    return { ...context, edits: { ...edits, edit, move: () => undefined } };
  }, [context, edits, converted, operation, instance, module.label]);
  if (converted) return { module: converted, context: ofConverted, isConverted: true, isWaiting: false };
  return { module, context, isConverted: false, isWaiting: isLoading };
}
