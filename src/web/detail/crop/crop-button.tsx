import { Crop } from 'lucide-react';
import { useWhyNot } from '../../api/rights.ts';
import type { ModuleEntry } from '../../api/modules.ts';
import { t } from '../../i18n/words.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { button } from '../../ui/button.ts';
import type { ModuleContext } from '../develop/modules/module-context.ts';

/** Sets the crop on the picture. */
export function CropButton({ module, context }: { module: ModuleEntry; context: ModuleContext }) {
  const { looks, edits, whyNot } = context;
  const noPreview = useWhyNot('previews:read');
  const leave = () => looks.setCropping(null);
  return (
    <ActionButton
      className={button()}
      whyNot={whyNot ?? noPreview}
      aria-pressed={looks.cropping !== null}
      onClick={() =>
        looks.setCropping({
          ...{ module, leave },
          take: (params) => {
            leave();
            edits.edit(module, { params, ...(!module.enabled && { enabled: true }) });
          },
        })
      }
    >
      <Crop size={16} aria-hidden /> {t('detail.crop')}
    </ActionButton>
  );
}
