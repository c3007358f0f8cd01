import { Crop } from 'lucide-react';
import { useWhyNot } from '../../api/rights.ts';
import type { ModuleEntry } from '../../api/modules.ts';
import { t } from '../../i18n/words.ts';
import { TOOLS } from '../../keyboard/actions.ts';
import { withKey } from '../../keyboard/key-words.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { button } from '../../ui/button.ts';
import type { ModuleContext } from '../develop/modules/module-context.ts';
import { useStart } from '../develop/modules/use-tool-keys.ts';
import { croppingOf } from './cropping-of.ts';

/** Sets the crop on the picture. */
export function CropButton({ module, context }: { module: ModuleEntry; context: ModuleContext }) {
  const { looks, whyNot } = context;
  const noPreview = useWhyNot('previews:read');
  const start = () => looks.setCropping(croppingOf(module, context));
  useStart(context, module.operation, start);
  return (
    <ActionButton
      className={button()}
      title={withKey(t('detail.crop'), TOOLS.crop)}
      whyNot={whyNot ?? noPreview}
      aria-pressed={looks.cropping !== null}
      onClick={start}
    >
      <Crop size={16} aria-hidden /> {t('detail.crop')}
    </ActionButton>
  );
}
