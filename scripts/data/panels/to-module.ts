import type { PanelModule } from '../../../src/contract/panel.ts';
import type { FactModule } from './facts.ts';

/** The color space in which a module blends: `default_colorspace` in src/iop of 4.2.1, and of 5.4.1 for newer ones. */
const BLENDS_IN: Record<'raw' | 'lab', string> = {
  raw: 'highlights hotpixels rawdenoise',
  lab: `atrous bilat bloom colisa colorbalance colorchecker colorcontrast colorcorrection colorize colormapping
    colorreconstruct colorzones defringe filmic globaltonemap grain highpass levels lowlight lowpass monochrome nlmeans
    relight shadhi sharpen tonecurve vibrance zonesystem`,
};
const words = (text: string) => new Set(text.split(/\s+/));
const raw = words(BLENDS_IN.raw);
const lab = words(BLENDS_IN.lab);
const spaceOf = (operation: string) => (raw.has(operation) ? 'raw' : lab.has(operation) ? 'lab' : 'rgb');

/** A module of the facts with the names of the API. */
export function toModule(operation: string, fact: FactModule, versions: number[]): PanelModule {
  const { name, aliases, groups, pipeOrder, alwaysOn, notApplicable, defaultEnabled, autoApplied, onJpeg } = fact;
  const { singleInstance, deprecated, neverShown, blending, noMasks, guides } = fact;
  return {
    operation,
    name,
    ...(aliases && { aliases: aliases.split('|') }),
    versions,
    groups,
    pipe_order: pipeOrder,
    always_on: alwaysOn,
    ...(notApplicable && { not_applicable: true }),
    enabled_by_default: defaultEnabled,
    ...(autoApplied && { auto_applied: autoApplied }),
    single_instance: singleInstance,
    ...(deprecated && { deprecated: true }),
    ...(neverShown && { never_shown: true }),
    ...(blending && { blending: spaceOf(operation) }),
    ...(noMasks && { no_masks: true }),
    ...(guides && { guides: true }),
    ...(onJpeg && { on_jpeg: onJpegOf(onJpeg) }),
  };
}

const onJpegOf = ({ alwaysOn, defaultEnabled, notApplicable, autoApplied }: NonNullable<FactModule['onJpeg']>) => ({
  ...(alwaysOn !== undefined && { always_on: alwaysOn }),
  ...(defaultEnabled !== undefined && { enabled_by_default: defaultEnabled }),
  ...(notApplicable !== undefined && { not_applicable: notApplicable }),
  ...(autoApplied !== undefined && { auto_applied: autoApplied }),
});
