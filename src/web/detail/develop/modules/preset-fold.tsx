import type { ModuleEntry } from '../../../api/modules.ts';
import { t } from '../../../history/words.ts';
import { useHistoryAct } from '../history/use-history-act.ts';
import type { ModuleContext } from './module-context.ts';
import { nameOf } from './module-names.ts';
import { PresetList } from './preset-list.tsx';
import fold from '../../../ui/fold.module.css';

/** Their controls say little by themselves: people start from a preset. */
export const PRESETS_FIRST: readonly string[] = ['diffuse'];

/** The presets above the controls of a module. */
export function PresetFold({ module, context }: { module: ModuleEntry; context: ModuleContext }) {
  const act = useHistoryAct(context);
  const { operation, multi_priority: instance } = module;
  return (
    <details className={fold.fold}>
      <summary>{t('presets')}</summary>
      <PresetList
        {...{ module, context }}
        isHeaded
        onChoose={(preset, label) =>
          act({ is: 'preset', operation, instance, name: preset.name, label }, nameOf(module))
        }
      />
    </details>
  );
}
