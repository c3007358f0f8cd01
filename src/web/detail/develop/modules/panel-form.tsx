import { useEffect, useMemo, useState } from 'react';
import type { ParamField } from '../../../../contract/modules.ts';
import type { PanelControl } from '../../../../contract/panel.ts';
import type { DefaultsOf } from '../../../../contract/panel-defaults.ts';
import { asParam, storedAt } from '../../../../contract/stored-values.ts';
import type { PictureFacts } from '../../../develop-panel/computed/picture-facts.ts';
import { partsOf } from '../../../develop-panel/parts.ts';
import { pruned } from '../../../develop-panel/pruned.ts';
import { isOffered } from '../controls/is-offered.ts';
import { type Changes, type ModuleValues, ModuleValuesProvider } from '../controls/module-values.ts';
import { PartsView } from '../controls/parts-view.tsx';
import { t } from '../../../i18n/words.ts';
import { curvesOf } from '../curve.ts';
import { hasLevels } from '../levels/levels.ts';
import { hasDrawing } from '../drawings/late-drawing.tsx';
import styles from './module-row.module.css';

export interface PanelFormProps {
  operation: string;
  controls: readonly PanelControl[];
  fields: readonly ParamField[];
  params: Record<string, unknown>;
  text: (english: string) => string;
  defaultsOf: DefaultsOf;
  facts?: PictureFacts | undefined;
  /** Controls stand beside it, so a single fold stays closed. */
  hasOthers?: boolean;
  onChange: (params: Record<string, unknown>) => void;
  onMove: (params: Record<string, unknown> | null) => void;
}

/** A module as darktable shows it. */
export function PanelForm({
  operation,
  controls,
  fields,
  params,
  text,
  defaultsOf,
  facts,
  hasOthers = false,
  onChange,
  onMove,
}: PanelFormProps) {
  /** Lists that store nothing. */
  const [positions, setPositions] = useState<Record<string, number>>({});
  const [held, setHeld] = useState<Changes>({});
  // What was held is stored, or was refused.
  useEffect(() => setHeld({}), [params]);
  const values = useMemo((): ModuleValues => {
    const asParams = (changes: Changes) =>
      Object.fromEntries(Object.entries(changes).map(([path, stored]) => [path, asParam(fields, path, stored)]));
    return {
      operation,
      controls,
      params,
      fields,
      text,
      defaultsOf,
      facts,
      held,
      changeParams: onChange,
      moveParams: onMove,
      stored: (field) => storedAt(params, fields, field),
      position: (label) =>
        positions[label] ?? controls.find((one) => one.kind === 'combobox' && one.label === label)?.default_index,
      setPosition: (label, position) => setPositions((known) => ({ ...known, [label]: position })),
      change: (changes) => onChange(asParams(changes)),
      move: (changes) => {
        if (hasDrawing(operation)) setHeld(changes ?? {});
        onMove(changes && asParams(changes));
      },
    };
  }, [operation, controls, params, fields, text, defaultsOf, facts, held, onChange, onMove, positions]);

  const drawn = curvesOf(fields, params).used;
  const isDrawn = drawn.size > 0 || operation === 'monochrome' || hasLevels(operation) || hasDrawing(operation);
  const plot = isDrawn ? controls.find(({ kind }) => kind === 'graph') : undefined;
  const parts = pruned(partsOf(controls), isOffered(controls, values, { drawn, plot }));
  if (parts.length === 0) return <p className={styles.note}>{t('develop.noControls')}</p>;
  return (
    <ModuleValuesProvider value={values}>
      <PartsView parts={parts} hasOthers={hasOthers} />
    </ModuleValuesProvider>
  );
}
