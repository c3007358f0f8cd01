import { useEffect, useMemo } from 'react';
import { Ruler } from 'lucide-react';
import { useQuery } from '@tanstack/react-query';
import { storedAt } from '../../../contract/stored-values.ts';
import { imageQuery } from '../../api/images.ts';
import { type ModuleEntry, modulesQuery } from '../../api/modules.ts';
import { t } from '../../i18n/words.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { button } from '../../ui/button.ts';
import { boundTo } from '../develop/controls/module-values.ts';
import type { ModuleContext } from '../develop/modules/module-context.ts';
import { PanelForm, type PanelFormProps } from '../develop/modules/panel-form.tsx';
import { GuideRow } from './guide-row.tsx';
import { inputSizeOf } from './input-size.ts';
import { leveled } from './leveling.ts';

/** Rotate and perspective: the angle can be drawn on the picture, whose size says how far a turned one is cropped. */
export function RotateForm({
  module,
  context,
  ...form
}: Omit<PanelFormProps, 'facts'> & { module: ModuleEntry; context: ModuleContext }) {
  const { looks, edits, whyNot, imageId } = context;
  const { leveling, setLeveling } = looks;
  const { data } = useQuery(modulesQuery(imageId));
  const { data: image } = useQuery(imageQuery(imageId));
  const inputSize = useMemo(() => image && inputSizeOf(image, data?.items ?? []), [image, data]);
  const facts = useMemo(() => ({ inputSize }), [inputSize]);
  useEffect(() => () => setLeveling(null), [setLeveling]);
  const label = t('detail.level');
  const leave = () => setLeveling(null);
  const flip = data?.items.find(({ operation, enabled }) => operation === 'flip' && enabled);
  const orientation = (flip?.params && flip.fields && storedAt(flip.params, flip.fields, 'orientation')) ?? 0;
  return (
    <>
      <ActionButton
        className={button()}
        whyNot={whyNot}
        aria-pressed={leveling !== null}
        onClick={() =>
          setLeveling(
            leveling
              ? null
              : {
                  label,
                  leave,
                  take: (line) => {
                    leave();
                    const before = module.enabled ? Number(form.params.rotation) : 0;
                    const rotation = Math.min(Math.max(leveled(before, line, orientation), -180), 180);
                    const stored = (field: string) => storedAt(form.params, form.fields, field);
                    const control = form.controls.find(({ field }) => field === 'rotation');
                    const bound = control && boundTo(control, { operation: 'ashift', stored, facts });
                    const params = bound?.changesTo?.(rotation) ?? { rotation };
                    edits.edit(module, { params, ...(!module.enabled && { enabled: true }) });
                  },
                },
          )
        }
      >
        <Ruler size={16} aria-hidden /> {label}
      </ActionButton>
      <PanelForm {...form} facts={facts} hasOthers />
      <GuideRow looks={looks} />
    </>
  );
}
