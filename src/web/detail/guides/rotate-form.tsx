import { useEffect } from 'react';
import { Ruler } from 'lucide-react';
import { useQuery } from '@tanstack/react-query';
import { storedAt } from '../../../contract/stored-values.ts';
import { type ModuleEntry, modulesQuery } from '../../api/modules.ts';
import { t } from '../../i18n/words.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { button } from '../../ui/button.ts';
import type { ModuleContext } from '../develop/modules/module-context.ts';
import { PanelForm, type PanelFormProps } from '../develop/modules/panel-form.tsx';
import { GuideRow } from './guide-row.tsx';
import { leveled } from './leveling.ts';

/** Rotate and perspective: the angle can be drawn on the picture. */
export function RotateForm({
  module,
  context,
  ...form
}: PanelFormProps & { module: ModuleEntry; context: ModuleContext }) {
  const { looks, edits, whyNot, imageId } = context;
  const { leveling, setLeveling } = looks;
  const { data } = useQuery(modulesQuery(imageId));
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
                  ...{ label, leave },
                  take: (line) => {
                    leave();
                    const before = module.enabled ? Number(form.params.rotation) : 0;
                    const rotation = Math.min(Math.max(leveled(before, line, orientation), -180), 180);
                    edits.edit(module, { params: { rotation }, ...(!module.enabled && { enabled: true }) });
                  },
                },
          )
        }
      >
        <Ruler size={16} aria-hidden /> {label}
      </ActionButton>
      <PanelForm {...form} hasOthers />
      <GuideRow looks={looks} />
    </>
  );
}
