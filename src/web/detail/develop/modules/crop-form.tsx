import { useMemo } from 'react';
import type { ModuleEntry } from '../../../api/modules.ts';
import { AspectRow } from '../../crop/aspect-row.tsx';
import { CropButton } from '../../crop/crop-button.tsx';
import type { ModuleContext } from './module-context.ts';
import { PanelForm, type PanelFormProps } from './panel-form.tsx';

/** The crop is set on the picture, and so is its aspect, which moves the frame. */
export function CropForm({
  module,
  context,
  controls,
  ...form
}: Omit<PanelFormProps, 'facts'> & { module: ModuleEntry; context: ModuleContext }) {
  const aspect = controls.find(({ kind, label }) => kind === 'combobox' && label === 'aspect');
  const others = useMemo(() => controls.filter((control) => control !== aspect), [controls, aspect]);
  return (
    <>
      <CropButton module={module} context={context} />
      {aspect && <AspectRow control={aspect} module={module} context={context} text={form.text} />}
      <PanelForm {...form} controls={others} hasOthers />
    </>
  );
}
