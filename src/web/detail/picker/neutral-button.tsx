import { Pipette } from 'lucide-react';
import { useQuery } from '@tanstack/react-query';
import type { CameraMatrix } from '../../../contract/white-balance.ts';
import { type ModuleEntry, modulesQuery } from '../../api/modules.ts';
import { useWhyNot } from '../../api/rights.ts';
import type { Multipliers } from '../../develop-panel/computed/multipliers.ts';
import { t } from '../../i18n/words.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { button } from '../../ui/button.ts';
import { say } from '../../ui/toasts.tsx';
import type { ModuleContext } from '../develop/modules/module-context.ts';
import { useStart } from '../develop/modules/use-tool-keys.ts';
import { canPick, pickNeutral } from './pick-neutral.ts';
import type { Area } from './picking.ts';
import { useAreaReading } from './use-area-reading.ts';

interface Props {
  module: ModuleEntry;
  context: ModuleContext;
  matrix: CameraMatrix;
  start: Multipliers;
  label: string;
}

/** 5.x notes that the multipliers are from an area of the picture (temperature.c, DT_IOP_TEMP_SPOT). */
const FROM_AREA = 1;

/** White balance's picker: an area of the picture that should be neutral. */
export function NeutralButton({ module, context, matrix, start, label }: Props) {
  const { imageId, looks, edits, whyNot } = context;
  const noPreview = useWhyNot('previews:read');
  const { data } = useQuery(modulesQuery(imageId));
  const modules = data?.items ?? [];
  const { leave, read } = useAreaReading(looks);
  const how = t('detail.pickHow');
  const take = (area: Area) =>
    read(
      { label, how, take, leave },
      (signal) => pickNeutral(imageId, area, { modules, module, start, matrix, signal }),
      (found) => {
        if (!found) say({ title: t('detail.pickUnclear'), isFailure: true });
        else
          edits.edit(module, {
            params: { ...found, ...('preset' in (module.params ?? {}) && { preset: FROM_AREA }) },
            ...(!module.enabled && { enabled: true }),
          });
      },
    );
  const pick = () => looks.setPicking({ label, how, isBusy: false, take, leave });
  useStart(context, module.operation, pick);
  const several = canPick(modules) ? null : t('detail.pickSeveral');
  return (
    <ActionButton
      className={button('icon')}
      aria-label={label}
      title={label}
      whyNot={whyNot ?? noPreview ?? several}
      aria-pressed={looks.picking?.label === label}
      onClick={() => (looks.picking ? leave() : pick())}
    >
      <Pipette size={18} aria-hidden />
    </ActionButton>
  );
}
