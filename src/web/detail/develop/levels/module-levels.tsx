import { storedAt } from '../../../../contract/stored-values.ts';
import type { ModuleFormProps } from '../module-curves.tsx';
import { type Levels, type LevelsOf, levelsOf } from './levels.ts';
import { LevelsPlot } from './levels-plot.tsx';

interface Props extends ModuleFormProps {
  /** The module's. */
  name: string;
  text: (english: string) => string;
}

/** The handles of levels and rgb levels. */
export function ModuleLevels({ operation, fields, params, name, text, onChange, onMove }: Props) {
  return levelsOf(operation, params, fields).map(({ channel, fields: own }) => (
    <LevelsPlot
      key={own[0]}
      label={channel ?? name}
      levels={own.map((field) => storedAt(params, fields, field)!) as unknown as Levels}
      text={text}
      onStore={(levels) => onChange(changes(own, levels))}
      onMove={(levels) => onMove(levels && changes(own, levels))}
    />
  ));
}

const changes = (fields: LevelsOf['fields'], levels: Levels) =>
  Object.fromEntries(fields.map((field, at) => [field, levels[at]!]));
