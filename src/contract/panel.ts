import { z } from 'zod';

/**
 * What darktable's darkroom shows of its modules: groups, headings, words, units and ranges. The facts were read from
 * running darktables; docs/panels.md tells how, and what each part means.
 */

const Range = z.tuple([z.number(), z.number()]);
const FieldPath = z
  .string()
  .describe('A field of the parameters, such as `contrast` or `red[0]`, as `params` takes it');

/**
 * Fulfilled while the field stores one of the values, or while the control, which stores nothing, is at one of the
 * positions.
 */
const PanelCondition = z
  .union([
    z.object({ field: FieldPath, in: z.array(z.number()).describe('Stored values') }),
    z.object({ control: z.string(), in: z.array(z.int()).describe('Positions in the list of the control, from 0') }),
  ])
  .meta({ id: 'PanelCondition' });
export type PanelCondition = z.infer<typeof PanelCondition>;

const Conditions = z
  .array(z.array(PanelCondition))
  .describe('One of the lists holds: all of its conditions are fulfilled');

const PanelOption = z.object({
  label: z.string(),
  value: z.number().optional().describe('What is stored; without it, see `computed`'),
  set: z.record(z.string(), z.number()).optional().describe('An option that stores several fields'),
  header: z.boolean().optional().describe('A heading of the list, which cannot be chosen'),
  disabled: z.boolean().optional(),
});
export type PanelOption = z.infer<typeof PanelOption>;

export const PANEL_KINDS = [
  ...(['slider', 'combobox', 'toggle', 'button', 'graph', 'color', 'entry', 'list'] as const),
  ...(['tabs', 'fold', 'section', 'label'] as const),
] as const;

export const PanelControl = z
  .object({
    kind: z
      .enum(PANEL_KINDS)
      .describe('tabs: a notebook; fold: a heading that opens; section: a heading; label: a text; graph: a drawn area'),
    label: z.string().optional(),
    label_is_hidden: z.boolean().optional().describe('Nothing is written on it, because an icon or a drawing is shown'),
    tab: z.string().optional().describe('The page of the tabs that it is on'),
    fold: z.string().optional().describe('The label of the fold that it is in'),
    section: z.string().optional().describe('The label of the heading that it is under'),
    context: z.string().optional().describe("darktable's name of its part, where no heading shows it"),
    row: z.int().optional().describe('Controls of the same row are side by side'),
    column: z.int().optional().describe('In a row: the controls of a column are one above the other'),
    icon: z.string().optional(),
    quad: z.string().optional().describe('The icon at the right of a slider or a combobox'),
    field: FieldPath.optional(),
    byte_offset: z.int().optional().describe('Where the field is in the stored parameters'),
    also_sets: z.array(FieldPath).optional().describe('Further fields that change with it'),
    sets: z.array(FieldPath).optional().describe('Fields that change with a control that has no field of its own'),
    computed: z.string().optional().describe('How a control without a field gets and sets what it shows'),
    set_to: z.number().optional().describe('What a toggle stores when it is pressed'),
    soft: Range.optional().describe('Slider: the range that can be dragged, in stored values'),
    hard: Range.optional().describe('Slider: the range that can be typed, in stored values'),
    step: z.number().optional().describe('Slider: a step of the wheel or of an arrow key, in stored values'),
    default: z.number().optional().describe("darktable's default, as stored"),
    default_needs: z
      .enum(['picture', 'workflow', 'preferences'])
      .optional()
      .describe('What darktable makes the default from; `default` is that of a sample'),
    default_otherwise: z
      .number()
      .optional()
      .describe(
        'The default for a picture that is not raw, a further instance, or a workflow that is not scene-referred',
      ),
    digits: z.int().optional().describe('Slider: decimal places shown'),
    unit: z.string().optional().describe('Slider: follows the number; with the space, if there is one'),
    factor: z.number().optional().describe('Slider: shown = stored × factor + shown_offset. Default 1'),
    shown_offset: z.number().optional().describe('Slider: see factor. Default 0'),
    scale_from: z
      .object({ low: FieldPath, high: FieldPath })
      .optional()
      .describe('Slider: shown = low + stored × (high − low), with what these fields store'),
    power: z
      .object({ base: z.number(), plus: z.number() })
      .optional()
      .describe(
        'Slider: the field stores base ^ (value + plus); `soft`, `hard`, `step` and `default` are of the value',
      ),
    signed: z.boolean().optional().describe('Slider: a plus sign is shown'),
    no_fill: z.boolean().optional().describe('Slider: the bar is not filled'),
    reversed: z.boolean().optional().describe('Slider: larger stored values are further left'),
    curve: z.array(z.number()).optional().describe('Slider: share of the range at 0, 1/8 … 1 of the width'),
    gradient: z
      .array(z.tuple([z.number(), z.number(), z.number(), z.number()]))
      .optional()
      .describe('Slider: colors of the bar, [position, red, green, blue] from 0 to 1'),
    options: z.array(PanelOption).optional(),
    default_index: z.int().optional().describe('Combobox without a field: the position shown at first'),
    dynamic: z
      .boolean()
      .optional()
      .describe('The options, or the text, depend on the computer or the picture; these are those of a sample'),
    editable: z.boolean().optional().describe('Combobox: other texts may be typed'),
    active: z.boolean().optional().describe('Toggle without a field: pressed at first'),
    tabs: z.array(z.string()).optional(),
    tabs_hidden: z.boolean().optional().describe('The names of the pages are not shown with the defaults'),
    hidden: z.boolean().optional().describe('Not shown with the defaults of a raw picture'),
    disabled: z.boolean().optional().describe('Gray with the defaults of a raw picture'),
    shown_when: Conditions.optional(),
    enabled_when: Conditions.optional(),
    needs: z.string().optional().describe('What the picture or the preferences must have for it to be shown'),
    note: z.string().optional(),
  })
  .meta({ id: 'PanelControl' });
export type PanelControl = z.infer<typeof PanelControl>;

const Release = z.string().describe('The darktable whose panel this is');

/** A module without its controls: enough to list, group and sort modules. */
export const PanelModule = z
  .object({
    operation: z.string(),
    name: z.string(),
    aliases: z.array(z.string()).optional().describe('Further words that the search finds it by'),
    versions: z.array(z.int()).describe('The versions of its parameters that have a panel'),
    groups: z.array(z.string()).describe("The groups it is in, in darktable's default layout"),
    pipe_order: z.int().describe('Place in the pixel pipe; the panel shows the last first'),
    always_on: z.boolean().describe('On, and without a switch'),
    not_applicable: z.boolean().optional().describe('Off for the sample picture, and without a switch'),
    enabled_by_default: z.boolean(),
    auto_applied: z
      .record(z.string(), z.number())
      .optional()
      .describe('Switched on when a raw picture is opened for the first time, with these fields set'),
    single_instance: z.boolean(),
    deprecated: z.boolean().optional(),
    never_shown: z.boolean().optional(),
    blending: z.enum(['raw', 'lab', 'rgb']).optional().describe('The area for blending and masks that it has'),
    no_masks: z.boolean().optional(),
    guides: z.boolean().optional(),
    on_jpeg: z
      .object({
        always_on: z.boolean().optional(),
        enabled_by_default: z.boolean().optional(),
        not_applicable: z.boolean().optional(),
        auto_applied: z.boolean().optional(),
      })
      .optional()
      .describe('What differs for a picture that is not raw'),
  })
  .meta({ id: 'PanelModule' });
export type PanelModule = z.infer<typeof PanelModule>;

const PanelGroup = z.object({ name: z.string(), icon: z.string().optional(), modules: z.array(z.string()) });

export const Panel = z
  .object({
    release: Release,
    controls_of: z
      .array(z.string())
      .optional()
      .describe('The panel of this release was not read: its modules have the controls of these, the nearest first'),
    groups: z.array(PanelGroup).describe('As shown: the last of the pipe first'),
    layouts: z.record(z.string(), z.array(PanelGroup)).describe('The other layouts that darktable offers'),
    layout: z.string().describe('The name of the layout of a new darktable'),
    quick_access: z.array(z.string()).describe('A module, or a control as operation/label'),
    modules: z.array(PanelModule).describe('The first of the pipe first'),
    blending_versions: z.array(z.int()).describe('The versions of blending parameters that have a panel'),
  })
  .meta({ id: 'Panel' });
export type Panel = z.infer<typeof Panel>;

export const ModulePanel = z
  .object({
    operation: z.string(),
    module_version: z.int(),
    release: Release,
    controls: z.array(PanelControl).describe('In the order of the screen'),
  })
  .meta({ id: 'ModulePanel' });
export type ModulePanel = z.infer<typeof ModulePanel>;

export const BlendingPanel = z
  .object({
    blend_version: z.int(),
    release: Release,
    areas: z
      .object({ raw: z.array(PanelControl), lab: z.array(PanelControl), rgb: z.array(PanelControl) })
      .describe('By the color space that a module blends in'),
  })
  .meta({ id: 'BlendingPanel' });
export type BlendingPanel = z.infer<typeof BlendingPanel>;
