import { useQuery } from '@tanstack/react-query';
import { RotateCcw } from 'lucide-react';
import type { ModuleEntry } from '../../../api/modules.ts';
import { modulePanelQuery } from '../../../api/panel.ts';
import { t } from '../../../i18n/words.ts';
import { ActionButton } from '../../../ui/action-button.tsx';
import { button } from '../../../ui/button.ts';
import { type ModuleContext, useDefaultsOf } from './module-context.ts';
import { isEmpty } from '../merged.ts';
import { resetPatch } from './module-reset.ts';

/** Resets what stands elsewhere than darktable's defaults for the picture, where these are known. */
export function ResetButton({ module, name, context }: { module: ModuleEntry; name: string; context: ModuleContext }) {
  const { library, hasFacts, whyNot, edits } = context;
  const facts = useQuery({
    ...modulePanelQuery(library, module.operation, module.module_version),
    enabled: hasFacts(module),
  });
  const { defaultsOf, told } = useDefaultsOf(context, module);
  const patch = resetPatch(facts.data?.controls ?? [], module, { defaultsOf, told });
  if (isEmpty(patch)) return null;
  const label = t('develop.resetModule', { module: name });
  return (
    <ActionButton
      className={button('quiet', 'icon')}
      aria-label={label}
      title={label}
      whyNot={whyNot}
      onClick={() => edits.edit(module, patch)}
    >
      <RotateCcw size={16} aria-hidden />
    </ActionButton>
  );
}
