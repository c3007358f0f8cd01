import { useState } from 'react';
import type { InputColors } from '../../../contract/input-colors.ts';
import { storedAt } from '../../../contract/stored-values.ts';
import type { ParamField } from '../../../contract/modules.ts';
import { t } from '../../i18n/words.ts';
import { channelName, unlinked } from './channels.ts';
import { CurveEditor } from './curve-editor.tsx';
import { markOf } from './curve-mark.ts';
import { CurvePicks } from './curve-picks.tsx';
import { EVEN, logarithmic } from './curve-scale.ts';
import { behind, hasHistogram, useInputHistogram } from './input-histogram.ts';
import { makesCurves, pickedCurve } from './picked-curve.ts';
import { changesOf, type Curve, curvesOf } from './curve.ts';
import segments from '../../ui/segments.module.css';

export interface ModuleFormProps {
  operation: string;
  fields: readonly ParamField[];
  params: Record<string, unknown>;
  /** New values by path. */
  onChange: (changes: Record<string, unknown>) => void;
  /** The hand moves a control: values that are not stored yet; null: not any more. */
  onMove: (changes: Record<string, unknown> | null) => void;
  /** Of the axes: "scale for graph". */
  scale?: number;
}

/** The curves of a module, a channel at a time. */
export function ModuleCurves({
  operation,
  fields,
  params,
  names,
  hasFixedShape = false,
  scale = 0,
  onChange,
  onMove,
}: ModuleFormProps & {
  /** darktable's words for the channels; without them, ours. */
  names?: readonly string[] | undefined;
  /** How the curve goes through its points cannot be chosen. */
  hasFixedShape?: boolean;
}) {
  const curves = unlinked(curvesOf(fields, params).curves, fields, params);
  const [channel, setChannel] = useState(0);
  const [colors, setColors] = useState<InputColors | null>(null);
  const spread = useInputHistogram(hasHistogram(operation));
  const mark = markOf(operation);
  const stored = (field: string) => storedAt(params, fields, field);
  const channels = [...new Set(curves.map((curve) => curve.channel))].filter((one) => one !== null);
  const shown = curves.filter(
    (curve) => curve.channel === null || curve.channel === (channels[channel] ?? channels[0]),
  );
  const nameOf = (one: number) => names?.[one] ?? channelName(operation, one);
  const [first] = shown;
  const labelOf = ({ channel: own, name }: Curve) => {
    if (own !== null && channels.length > 1) return t('develop.curve', { name: nameOf(own) });
    return curves.length > 1 ? t('develop.curve', { name }) : t('develop.curveAlone');
  };
  return (
    <>
      {channels.length > 1 && (
        <div className={segments.segments} role="group" aria-label={t('develop.channel')}>
          {channels.map((one, at) => (
            <button key={one} type="button" aria-pressed={at === channel} onClick={() => setChannel(at)}>
              {nameOf(one)}
            </button>
          ))}
        </div>
      )}
      {mark && first && (
        <CurvePicks
          {...{ colors }}
          onColors={setColors}
          isLifted={operation === 'colorzones'}
          makeCurve={
            makesCurves(operation)
              ? (found, lift) =>
                  changesOf(first, pickedCurve(operation, first, mark(found, first.channel ?? 0, stored), lift))
              : null
          }
        />
      )}
      {shown.map((curve) => (
        <CurveEditor
          key={curve.pointFields[0]?.y}
          curve={curve}
          label={labelOf(curve)}
          hasFixedShape={hasFixedShape}
          params={params}
          // The scale is of lightness, not of the colors of Lab.
          scale={(curve.channel ?? 0) === 0 ? logarithmic(scale) : EVEN}
          histogram={behind(operation, curve.channel ?? 0, stored, spread)}
          mark={colors && mark ? mark(colors, curve.channel ?? 0, stored) : null}
          onChange={onChange}
          onMove={onMove}
        />
      ))}
    </>
  );
}
