import { MASK_SHAPE_FIELDS } from '../../../../contract/blend-mask-fields.ts';
import type { BlendMaskShape } from '../../../../contract/blend-mask.ts';
import type { Blending } from '../../../../contract/blending.ts';
import type { ModuleDefaults } from '../../../../contract/module-defaults.ts';
import type { ModuleEntry, ModulePatch } from '../../../../contract/modules.ts';
import type { PanelControl } from '../../../../contract/panel.ts';
import { type DefaultsOf, knownDefault } from '../../../../contract/panel-defaults.ts';
import { asParam, storedAt } from '../../../../contract/stored-values.ts';

type Changes = Record<string, unknown>;

/**
 * What a reset of the module changes: as in darktable all parameters and the blending, where darktable told their defaults for
 * the picture; else those that are known of every picture.
 */
export function resetPatch(
  controls: readonly PanelControl[],
  module: Pick<ModuleEntry, 'params' | 'fields' | 'blend'>,
  { defaultsOf, told }: { defaultsOf: DefaultsOf; told: Pick<ModuleDefaults, 'params' | 'blend'> | undefined },
): ModulePatch {
  const params = told?.params ? toTold(module, told.params) : toKnown(controls, module, defaultsOf);
  const blend = told?.blend ? toToldBlend(module.blend, told.blend) : {};
  return {
    ...(Object.keys(params).length > 0 && { params }),
    ...(Object.keys(blend).length > 0 && { blend }),
  };
}

/** Curves, shapes and texts as well as numbers. What is not finite cannot be stored by its name. */
function toTold({ params = {}, fields = [] }: Pick<ModuleEntry, 'params' | 'fields'>, told: Changes): Changes {
  const differs = fields.filter(
    ({ name, type }) => type !== 'opaque' && (told[name] ?? null) !== null && !isSame(params[name], told[name]),
  );
  return Object.fromEntries(differs.map(({ name }) => [name, told[name]]));
}

function toKnown(
  controls: readonly PanelControl[],
  { params = {}, fields = [] }: Pick<ModuleEntry, 'params' | 'fields'>,
  of: DefaultsOf,
): Changes {
  const changes: Changes = {};
  for (const control of controls) {
    const { field } = control;
    const stored = field === undefined ? undefined : storedAt(params, fields, field);
    const start = knownDefault(control, of);
    if (field === undefined || stored === undefined || start === undefined) continue;
    if (Math.fround(stored) !== Math.fround(start)) changes[field] = asParam(fields, field, start);
  }
  return changes;
}

/** Nothing for a module without blending, which takes none, and where blending is off and stays so. */
function toToldBlend(blend: ModuleEntry['blend'], told: Blending & BlendMaskShape): NonNullable<ModulePatch['blend']> {
  if (!blend?.mask || !blend.masks?.length || (blend.mask === 'none' && told.mask === 'none')) return {};
  const { mask, mode, opacity, reversed, fulcrum } = told;
  const isTaken = blend.modes?.includes(mode);
  return {
    ...(mask !== blend.mask && { mask }),
    ...(isTaken && mode !== blend.mode && { mode }),
    ...(opacity !== null && opacity !== blend.opacity && { opacity }),
    ...(reversed !== blend.reversed && { reversed }),
    ...Object.fromEntries(
      MASK_SHAPE_FIELDS.filter((field) => told[field] !== undefined && !isSame(told[field], blend[field])).map(
        (field) => [field, told[field]],
      ),
    ),
    ...(blend.space === 'rgb_scene' && fulcrum !== null && fulcrum !== blend.fulcrum && { fulcrum }),
  };
}

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);
