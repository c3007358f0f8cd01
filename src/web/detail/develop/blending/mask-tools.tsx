import { Eye, EyeOff } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { ModuleEntry } from '../../../api/modules.ts';
import { useWhyNot } from '../../../api/rights.ts';
import { t } from '../../../i18n/words.ts';
import { MaskingButton } from '../../masks/masking-button.tsx';
import { useMasking } from '../../masks/masking.ts';
import type { ModuleContext } from '../modules/module-context.ts';
import { nameOf } from '../modules/module-names.ts';

interface Props {
  module: ModuleEntry;
  context: ModuleContext;
  text: (english: string) => string;
}

/** Looks at the mask: over the picture, or what the module does without it. */
export function MaskTools({ module, context, text }: Props) {
  const { looks, edits } = context;
  const { showsMask, show } = useMasking(module, nameOf(module), looks);
  const [isOff, setOff] = useState(false);
  const noPreview = useWhyNot('previews:read');
  const whyNot = noPreview ?? (module.enabled ? null : t('develop.moduleIsOff'));
  const { move } = edits;
  const turnOff = (off: boolean) => {
    setOff(off);
    move(module, off ? { blend: { mask: 'uniform' } } : null);
  };
  // It ends with the module, and with the next edit of it.
  useEffect(() => setOff(false), [module]);
  return (
    <>
      <MaskingButton
        icon={Eye}
        label={text('display mask and/or color channel')}
        whyNot={whyNot}
        isPressed={showsMask}
        onPress={(showsMask) => show({ showsMask })}
      />
      <MaskingButton
        icon={EyeOff}
        label={text('temporarily switch off blend mask')}
        whyNot={whyNot}
        isPressed={isOff}
        onPress={turnOff}
      />
    </>
  );
}
