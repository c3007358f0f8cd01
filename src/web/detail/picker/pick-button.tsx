import { Pipette } from 'lucide-react';
import type { PanelControl } from '../../../contract/panel.ts';
import { fullName } from '../../develop-panel/parts.ts';
import { t } from '../../i18n/words.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { button } from '../../ui/button.ts';
import { useModuleValues } from '../develop/controls/module-values.ts';
import { useColorPicks } from './color-picks.ts';
import { isMeasuring, SPOT_INPUT } from './spot.ts';

const MIDDLE = 50;

/** The pipette of a control: what it would be set to is found in the picture. `isNamed`: its name stands beside it. */
export function PickButton({ control, isNamed = false }: { control: PanelControl; isNamed?: boolean }) {
  const { operation, text, position, setPosition } = useModuleValues();
  const picks = useColorPicks();
  if (!picks) return null;
  const own = fullName(control, text);
  const name = isNamed ? own : t('detail.pickFor', { control: own });
  const isOn = picks.now === name;
  return (
    <ActionButton
      className={button(!isNamed && 'quiet', !isNamed && 'icon')}
      whyNot={picks.whyNot}
      aria-pressed={isOn}
      {...(!isNamed && { 'aria-label': name, title: name })}
      onClick={() =>
        isOn
          ? picks.leave()
          : picks.start(control, {
              name,
              lightness: position('lightness') ?? MIDDLE,
              ...(operation === 'exposure' && {
                isMeasuring: isMeasuring(position),
                onSpot: ({ input, output }) => {
                  setPosition(SPOT_INPUT, input);
                  if (isMeasuring(position)) setPosition('lightness', output);
                },
              }),
            })
      }
    >
      <Pipette size={16} aria-hidden /> {isNamed && text(control.label ?? '')}
    </ActionButton>
  );
}
