import { Crop } from 'lucide-react';
import { useWhyNot } from '../../api/rights.ts';
import type { ModuleEntry } from '../../api/modules.ts';
import { t } from '../../i18n/words.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { button } from '../../ui/button.ts';
import type { ModuleContext } from '../develop/modules/module-context.ts';
import { croppingOf } from './cropping-of.ts';

/** Sets the crop on the picture. */
export function CropButton({ module, context }: { module: ModuleEntry; context: ModuleContext }) {
  const { looks, whyNot } = context;
  const noPreview = useWhyNot('previews:read');
  return (
    <ActionButton
      className={button()}
      whyNot={whyNot ?? noPreview}
      aria-pressed={looks.cropping !== null}
      onClick={() => looks.setCropping(croppingOf(module, context))}
    >
      <Crop size={16} aria-hidden /> {t('detail.crop')}
    </ActionButton>
  );
}
