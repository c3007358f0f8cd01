import { useMemo } from 'react';
import { useQuery } from '@tanstack/react-query';
import { type ModuleDefaults, moduleDefaultsQuery, type ModuleEntry } from '../../../api/modules.ts';
import type { Panel, PanelModule } from '../../../../contract/panel.ts';
import type { DefaultsOf } from '../../../../contract/panel-defaults.ts';
import { storedAt } from '../../../../contract/stored-values.ts';
import type { Looks } from '../../looks.ts';
import type { Edits } from '../edits.ts';

/** A module whose tool on the picture shall begin as soon as its form is there. */
export interface Started {
  operation: string;
  done: () => void;
}

/** What all modules of a picture share. */
export interface ModuleContext {
  imageId: number;
  edits: Edits;
  looks: Looks;
  /** Names the library in the cache. */
  library: string;
  panel: Panel;
  isRaw: boolean;
  /** Whether there are facts for this version of the module. */
  hasFacts: (module: ModuleEntry) => boolean;
  factsOf: (operation: string) => PanelModule | undefined;
  /** darktable's words in the reader's language. */
  translate: (operation: string, english: string) => string;
  /** Why nothing can be changed; null when it can. */
  whyNot: string | null;
  canUndo: (module: ModuleEntry) => boolean;
  /** Whose key was pressed. */
  started?: Started | null;
}

/** What a reset of the module gives: what darktable told of this picture, and until then what is known of every one. */
export function useDefaultsOf(
  { imageId, isRaw }: Pick<ModuleContext, 'imageId' | 'isRaw'>,
  module: ModuleEntry,
): { defaultsOf: DefaultsOf; told: ModuleDefaults | undefined } {
  const { data: told } = useQuery(moduleDefaultsQuery(imageId, module));
  const { multi_priority: instance, fields } = module;
  return useMemo(() => {
    const params = told?.params;
    const ofPicture = params && fields ? (field: string) => storedAt(params, fields, field) : undefined;
    return { defaultsOf: { isRaw, instance, told: ofPicture }, told };
  }, [isRaw, instance, fields, told]);
}
