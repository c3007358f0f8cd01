import { useId, useState } from 'react';
import { storedAt } from '../../../../contract/stored-values.ts';
import { TabRow } from '../controls/tab-row.tsx';
import type { ModuleFormProps } from '../module-curves.tsx';
import { type Levels, type LevelsOf, levelsOf } from './levels.ts';
import { behind, useInputHistogram } from '../input-histogram.ts';
import { LevelsPicks } from './levels-picks.tsx';
import { LevelsPlot } from './levels-plot.tsx';
import { itemAt } from '../../../item-at.ts';

interface Props extends ModuleFormProps {
  text: (english: string) => string;
}

/** The handles of levels and rgb levels, of one channel at a time, and what sets them from the picture. */
export function ModuleLevels({ operation, fields, params, text, onChange, onMove }: Props) {
  const id = useId();
  const [chosen, setChosen] = useState<string | null>(null);
  const spread = useInputHistogram(true);
  const all = levelsOf(operation, params, fields);
  const at = Math.max(
    0,
    all.findIndex(({ channel }) => channel === chosen),
  );
  const shown = all[at];
  if (!shown) return null;
  const { channel, fields: own } = shown;
  const stored = (field: string) => storedAt(params, fields, field);
  const [black = 0, gray = 0, white = 0] = own.map(stored);
  const levels: Levels = [black, gray, white];
  const tabs = all.map((one) => ({ name: one.channel ?? '', label: one.channel ?? '' }));
  return (
    <>
      {all.length > 1 && <TabRow {...{ id, at, tabs }} onChoose={setChosen} />}
      <div id={`${id}-page`} {...(all.length > 1 && { role: 'tabpanel', 'aria-labelledby': `${id}-${at}` })}>
        <LevelsPlot
          key={own[0]}
          label={channel ?? text('levels')}
          levels={levels}
          histogram={behind(operation, at, stored, spread)}
          text={text}
          onStore={(next) => onChange(changes(own, next))}
          onMove={(next) => onMove(next && changes(own, next))}
        />
        <LevelsPicks
          {...{ fields: own, levels, text }}
          channel={operation === 'rgblevels' ? at : null}
          stored={stored}
        />
      </div>
    </>
  );
}

const changes = (fields: LevelsOf['fields'], levels: Levels) =>
  Object.fromEntries(fields.map((field, at) => [field, itemAt(levels, at)]));
