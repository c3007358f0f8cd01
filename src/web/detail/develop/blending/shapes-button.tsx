import { Shapes } from 'lucide-react';
import type { ModuleEntry } from '../../../api/modules.ts';
import { useWhyNot } from '../../../api/rights.ts';
import { MaskingButton } from '../../masks/masking-button.tsx';
import { useMasking } from '../../masks/masking.ts';
import type { ModuleContext } from '../modules/module-context.ts';
import { nameOf } from '../modules/module-names.ts';

/** Shows the shapes of a module on the picture. */
export function ShapesButton({
  module,
  context,
  label,
}: {
  module: ModuleEntry;
  context: ModuleContext;
  label: string;
}) {
  const { showsShapes, show } = useMasking(module, nameOf(module), context.looks);
  return (
    <MaskingButton
      icon={Shapes}
      label={label}
      whyNot={useWhyNot('previews:read')}
      isPressed={showsShapes}
      onPress={(showsShapes) => show({ showsShapes })}
    />
  );
}
