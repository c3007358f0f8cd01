import { useQuery } from '@tanstack/react-query';
import type { InputHistogram } from '../../../contract/input-colors.ts';
import { moduleHistogramQuery, modulesQuery, stampOf } from '../../api/modules.ts';
import type { Known } from '../../develop-panel/computed/computed-control.ts';
import { lightOfLightness } from '../../develop-panel/computed/light.ts';
import { useColorPicks } from '../picker/color-picks.ts';

type Spread = Pick<InputHistogram, 'lightness' | 'red' | 'green' | 'blue'>;

/** Counts of pixels, by the lightness of which the axis shows the light itself or, otherwise, the lightness. */
export interface Behind {
  steps: readonly number[];
  isOfLight: boolean;
}

const CHANNELS = ['red', 'green', 'blue'] as const;

type Find = (spread: Spread, channel: number, stored: Known) => Behind | null;

const ofChannel = (spread: Spread, channel: number, isLinked: boolean) =>
  spread[(isLinked ? undefined : CHANNELS[channel]) ?? 'lightness'];

/** As darktable has them: tonecurve.c, rgbcurve.c, colorzones.c, levels.c, rgblevels.c. */
const BEHIND: Record<string, Find> = {
  tonecurve: ({ lightness }, channel) => (channel === 0 ? { steps: lightness, isOfLight: false } : null),
  colorzones: ({ lightness }, _, stored) => (stored('channel') === 0 ? { steps: lightness, isOfLight: false } : null),
  levels: ({ lightness }) => ({ steps: lightness, isOfLight: false }),
  rgbcurve: (spread, channel, stored) => ({
    steps: ofChannel(spread, channel, stored('curve_autoscale') === 0),
    isOfLight: !stored('compensate_middle_grey'),
  }),
  rgblevels: (spread, channel, stored) => ({
    steps: ofChannel(spread, channel, stored('autoscale') === 0),
    isOfLight: true,
  }),
};

export const hasHistogram = (operation: string): boolean => operation in BEHIND;

/** What lies behind the curve or the levels of a channel; null: nothing, or it is not known. */
export const behind = (operation: string, channel: number, stored: Known, spread: Spread | null): Behind | null =>
  (spread && BEHIND[operation]?.(spread, channel, stored)) ?? null;

/** How the colors that reach the open module are spread; null where only its picker would know, and that cannot be used. */
export function useInputHistogram(isShown: boolean): InputHistogram | null {
  const picks = useColorPicks();
  const id = picks?.imageId ?? 0;
  const module = picks?.module ?? { operation: '', multi_priority: 0 };
  const isWanted = isShown && picks?.whyNot === null;
  const { data: modules } = useQuery({ ...modulesQuery(id), enabled: isWanted });
  // The module's own values do not matter.
  const others = modules?.items.filter(
    (one) => one.operation !== module.operation || one.multi_priority !== module.multi_priority,
  );
  const { data } = useQuery({
    ...moduleHistogramQuery(id, module, stampOf(others ?? [])),
    enabled: isWanted && others !== undefined,
  });
  return data ?? null;
}

/** An outline in a box of `width` and `height`; `place`: where a value from 0 to 1 is on the axis. The fullest step but for the ends fills it. */
export function outlineOf(
  { steps, isOfLight }: Behind,
  { width, height, place = (value) => value }: { width: number; height: number; place?: (value: number) => number },
): string {
  const at = (step: number) => {
    const lightness = step / steps.length;
    return place(isOfLight ? lightOfLightness(100 * lightness) : lightness);
  };
  // Steps that are wider on the axis hold more pixels for that alone.
  const dense = steps.map((count, step) => count / (at(step + 1) - at(step)));
  const highest = Math.max(...dense.slice(1, -1), Number.MIN_VALUE);
  const points = dense.map((one, step) => {
    const x = ((at(step) + at(step + 1)) / 2) * width;
    // The square root makes rare values visible.
    return `${x.toFixed(1)} ${(height * (1 - Math.sqrt(Math.min(1, one / highest)))).toFixed(1)}`;
  });
  return `M0 ${height}L${points.join('L')}L${width} ${height}Z`;
}
