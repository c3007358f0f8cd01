import { useState } from 'react';
import type { ParamField } from '../../../contract/modules.ts';
import { t } from '../../i18n/words.ts';
import { channelName, unlinked } from './channels.ts';
import { CurveEditor } from './curve-editor.tsx';
import { type Curve, curvesOf } from './curve.ts';
import segments from '../../ui/segments.module.css';

export interface ModuleFormProps {
  operation: string;
  fields: readonly ParamField[];
  params: Record<string, unknown>;
  /** New values by path. */
  onChange: (changes: Record<string, unknown>) => void;
  /** The hand moves a control: values that are not stored yet; null: not any more. */
  onMove: (changes: Record<string, unknown> | null) => void;
}

/** The curves of a module, a channel at a time. */
export function ModuleCurves({
  operation,
  fields,
  params,
  names,
  hasFixedShape = false,
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
  const channels = [...new Set(curves.map((curve) => curve.channel))].filter((one) => one !== null);
  const shown = curves.filter(
    (curve) => curve.channel === null || curve.channel === (channels[channel] ?? channels[0]),
  );
  const nameOf = (one: number) => names?.[one] ?? channelName(operation, one);
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
      {shown.map((curve) => (
        <CurveEditor
          key={curve.pointFields[0]!.y}
          curve={curve}
          label={labelOf(curve)}
          hasFixedShape={hasFixedShape}
          params={params}
          onChange={onChange}
          onMove={onMove}
        />
      ))}
    </>
  );
}
