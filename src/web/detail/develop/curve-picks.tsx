import { ChartSpline, Pipette } from 'lucide-react';
import type { InputColors } from '../../../contract/input-colors.ts';
import { t } from '../../i18n/words.ts';
import { ActionButton } from '../../ui/action-button.tsx';
import { button } from '../../ui/button.ts';
import { useColorPicks } from '../picker/color-picks.ts';
import type { Lift } from './picked-curve.ts';
import styles from './curve-editor.module.css';

interface Props {
  /** Those that are marked in the drawing. */
  colors: InputColors | null;
  onColors: (colors: InputColors | null) => void;
  /** What is stored to make the curve from an area. null: this module does not. */
  makeCurve: ((colors: InputColors, lift: Lift) => Record<string, number>) | null;
  /** Ctrl and Shift make that curve rise or fall there. */
  isLifted: boolean;
}

/** The picker of a curve: marks an area of the picture in the drawing, until it is pressed again. Nothing is stored. */
export function CurvePicks({ colors, onColors, isLifted, makeCurve }: Props) {
  const picks = useColorPicks();
  if (!picks) return null;
  const name = t('develop.curveMark');
  const maker = t('develop.curveFromArea');
  const isPicking = picks.now === name;
  return (
    <div className={styles.picks}>
      <ActionButton
        className={button('quiet')}
        whyNot={picks.whyNot}
        aria-pressed={isPicking || colors !== null}
        onClick={() => {
          if (isPicking) picks.leave();
          else if (colors) onColors(null);
          else picks.start(null, { name, onColors, isMeasuring: true });
        }}
      >
        <Pipette size={16} aria-hidden /> {name}
      </ActionButton>
      {makeCurve && (
        <ActionButton
          className={button('quiet')}
          whyNot={picks.whyNot}
          aria-pressed={picks.now === maker}
          onClick={() => {
            if (picks.now === maker) picks.leave();
            else
              picks.start(null, {
                name: maker,
                onColors,
                find: makeCurve,
                ...(isLifted && { how: t('detail.pickLift') }),
              });
          }}
        >
          <ChartSpline size={16} aria-hidden /> {maker}
        </ActionButton>
      )}
    </div>
  );
}
