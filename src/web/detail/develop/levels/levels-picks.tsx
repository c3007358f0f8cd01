import { Pipette } from 'lucide-react';
import type { Known } from '../../../develop-panel/computed/computed-control.ts';
import { type LevelsPicker, pickedLevels } from '../../../develop-panel/computed/picked-levels.ts';
import { t } from '../../../i18n/words.ts';
import { ActionButton } from '../../../ui/action-button.tsx';
import { button } from '../../../ui/button.ts';
import { type HowToPick, useColorPicks } from '../../picker/color-picks.ts';
import { LEVELS, type Levels, type LevelsOf } from './levels.ts';
import { itemAt } from '../../../item-at.ts';
import styles from './levels-plot.module.css';

interface Props {
  fields: LevelsOf['fields'];
  levels: Levels;
  /** Of rgb levels; null: lightness. */
  channel: number | null;
  stored: Known;
  text: (english: string) => string;
}

/** Sets the handles from the picture: each by a spot, or all of them by an area, or by the whole. */
export function LevelsPicks({ fields, levels, channel, stored, text }: Props) {
  const picks = useColorPicks();
  if (!picks) return null;
  const pick = (label: string, name: string, picker: LevelsPicker, from?: HowToPick['from']) => (
    <ActionButton
      key={name}
      className={button(picker !== 'all' && 'quiet')}
      whyNot={picks.whyNot}
      aria-label={name}
      title={name}
      {...(from !== 'whole' && { 'aria-pressed': picks.now === name })}
      onClick={() => {
        if (picks.now === name) picks.leave();
        else picks.start(null, { name, find, ...(from && { from }) });
        function find(colors: Parameters<typeof pickedLevels>[1]) {
          const found = pickedLevels(picker, colors, { levels, channel, stored });
          if (!found) return null;
          // Only what it moves: another handle may be on its way to be stored.
          const moved = fields.map((field, at) => [field, itemAt(found, at)] as const);
          return Object.fromEntries(moved.filter(([, level], at) => level !== levels[at]));
        }
      }}
    >
      {from !== 'whole' && <Pipette size={16} aria-hidden />} {label}
    </ActionButton>
  );
  const region = t('develop.levelsRegion');
  return (
    <>
      <div className={styles.spots}>
        {LEVELS.map((level) => pick(text(level), t('detail.pickFor', { control: text(level) }), level, 'point'))}
      </div>
      <div className={styles.auto}>
        {pick(text('auto'), text('auto'), 'all', 'whole')}
        {channel !== null && pick(region, region, 'all')}
      </div>
    </>
  );
}
