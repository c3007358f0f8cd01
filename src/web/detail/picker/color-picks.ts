import { createContext, useContext } from 'react';
import { useQuery } from '@tanstack/react-query';
import type { PanelControl } from '../../../contract/panel.ts';
import { asParam, storedAt } from '../../../contract/stored-values.ts';
import { imageQuery } from '../../api/images.ts';
import type { InputColors } from '../../../contract/input-colors.ts';
import { inputColors, type ModuleEntry } from '../../api/modules.ts';
import { useWhyNot } from '../../api/rights.ts';
import { pickerOf, spotLightness } from '../../develop-panel/computed/picked.ts';
import { t } from '../../i18n/words.ts';
import { say } from '../../ui/toasts.tsx';
import type { ModuleContext } from '../develop/modules/module-context.ts';
import type { Area, Picking } from './picking.ts';
import { useAreaReading } from './use-area-reading.ts';

export interface HowToPick {
  name: string;
  /** What is stored then, for a picker that is not one of a control. null: the colors do not tell. */
  find?: (colors: InputColors, lift: -1 | 0 | 1) => Record<string, number> | null;
  /** What to do, for people; left out: the usual. */
  how?: string;
  /** `point`: a single pixel; `whole`: the picture, at once. Left out: a spot or an area. */
  from?: 'point' | 'whole';
  /** What exposure gives the area, in percent. */
  lightness?: number;
  /** exposure: told what the area has. */
  onSpot?: (spot: { input: number; output: number }) => void;
  /** Told what was found in the picture. */
  onColors?: (colors: InputColors) => void;
  /** Nothing is stored then. */
  isMeasuring?: boolean;
}

/** The color pickers of a module's controls. */
export interface ColorPicks {
  imageId: number;
  module: ModuleEntry;
  whyNot: string | null;
  /** The name of the one that is being used. */
  now: string | null;
  start: (control: PanelControl | null, how: HowToPick) => void;
  leave: () => void;
}

const WHOLE: Area = { left: 0, top: 0, right: 1, bottom: 1 };

const Picks = createContext<ColorPicks | null>(null);
export const ColorPicksProvider = Picks.Provider;
/** null: there is nothing to pick from. */
export const useColorPicks = (): ColorPicks | null => useContext(Picks);

/** What a picker finds is stored as if it were set by hand, and switches the module on. */
export function useModulePicks(module: ModuleEntry, context: ModuleContext): ColorPicks {
  const { imageId, looks, edits, whyNot } = context;
  const noPreview = useWhyNot('previews:read');
  const { data: image } = useQuery(imageQuery(imageId));
  const { leave, read } = useAreaReading(looks);
  const find = async (
    control: PanelControl | null,
    how: HowToPick,
    { area, lift }: { area: Area; lift: -1 | 0 | 1 },
    signal: AbortSignal,
  ) => {
    const colors = await inputColors(imageId, module, area, signal);
    const { operation, params = {}, fields = [] } = module;
    if (!signal.aborted) how.onColors?.(colors);
    if (how.find) return how.find(colors, lift);
    const facts = { lightness: how.lightness ?? NaN, exposureBias: image?.exposure_bias ?? null };
    const now = (field: string) => storedAt(params, fields, field);
    const spot = how.onSpot && !signal.aborted ? spotLightness(colors, now, facts) : null;
    if (spot) how.onSpot?.(spot);
    if (how.isMeasuring) return how.onColors ? {} : spot && {};
    return (control && pickerOf(operation, control)?.(colors, now, facts)) ?? null;
  };
  return {
    imageId,
    module,
    whyNot: whyNot ?? noPreview,
    now: looks.picking?.label ?? null,
    leave,
    start: (control, pick) => {
      const { name } = pick;
      const isPoint = pick.from === 'point';
      const how = pick.how ?? t(isPoint ? 'detail.pickPoint' : 'detail.pickArea');
      const take: Picking['take'] = (area, lift = 0) =>
        read(
          { label: name, how, take, leave },
          (signal) => find(control, pick, { area, lift }, signal),
          (found) => {
            if (!found) say({ title: t('detail.pickNothing'), isFailure: true });
            else if (!pick.isMeasuring)
              edits.edit(module, {
                params: Object.fromEntries(
                  Object.entries(found).map(([path, stored]) => [path, asParam(module.fields ?? [], path, stored)]),
                ),
                ...(!module.enabled && { enabled: true }),
              });
          },
        );
      if (pick.from === 'whole') take(WHOLE);
      else looks.setPicking({ label: name, how, isBusy: false, isPoint, hasWhole: !isPoint, take, leave });
    },
  };
}
