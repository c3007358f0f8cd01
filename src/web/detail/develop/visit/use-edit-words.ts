import { useQuery } from '@tanstack/react-query';
import type { ModuleEntry } from '../../../api/modules.ts';
import { modulePanelQuery } from '../../../api/panel.ts';
import { storedOf } from '../../../../contract/stored-values.ts';
import { blendingText, panelWordsQuery } from '../../../i18n/panel-words.ts';
import { t } from '../../../i18n/words.ts';
import type { ModuleContext } from '../modules/module-context.ts';
import type { Words } from './edit-words.ts';

/** What the edits of a module are told with; without facts, by the names of the fields. */
export function useEditWords(module: ModuleEntry, { library, panel, hasFacts, translate }: ModuleContext): Words {
  const { operation, module_version: version, fields = [] } = module;
  const facts = useQuery({ ...modulePanelQuery(library, operation, version), enabled: hasFacts(module) });
  const release = useQuery(panelWordsQuery(panel.release));
  return {
    controls: facts.data?.controls ?? [],
    storedOf: (field, value) => storedOf(fields, field, value),
    text: (english) => translate(operation, english),
    onOrOff: (isOn) => t(isOn ? 'develop.visitOn' : 'develop.visitOff'),
    blending: t('develop.blending'),
    blendText: release.data ? blendingText(release.data) : String,
    undone: t('develop.visitUndo'),
  };
}
