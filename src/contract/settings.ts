import { z } from 'zod';
import { namedValues } from './named-values.ts';
import { PREVIEW_LEVELS } from './preview.ts';

/** The groups that forms and `safelight settings list` show settings in, in this order. */
export const SETTING_GROUPS = {
  library: 'Library',
  rendering: 'Previews and exports',
  network: 'Network',
  desktop: 'Desktop',
} as const;
export type SettingGroup = keyof typeof SETTING_GROUPS;

/**
 * What people are told about a setting besides its schema. `effect`: `now` takes effect at once, `start` when Safelight
 * starts the next time. `kind`: what a form offers to choose it with.
 */
const facts = (
  group: SettingGroup,
  title: string,
  description: string,
  more: { effect?: 'now' | 'start'; kind?: 'file' | 'folder' } = {},
) => ({
  title,
  description,
  'x-group': group,
  'x-effect': more.effect ?? 'now',
  ...(more.kind && { 'x-kind': more.kind }),
});

/** An absolute path of this or another system: `/…`, `C:\…`, `\\server\…`. */
const path = z
  .string('an absolute path')
  .max(4096, 'a path of at most 4096 letters')
  .regex(/^(\/|[A-Za-z]:[\\/]|\\\\)[^\0\r\n]*$/, 'an absolute path')
  .nullable();

const origin = z
  .string('an origin')
  .max(300, 'an origin')
  .refine((text) => {
    const url = URL.parse(text);
    return url !== null && /^https?:$/.test(url.protocol) && url.origin === text;
  }, 'an origin such as http://192.168.1.20:3000, without a path');

const hostName = z
  .string('a host name')
  .max(253, 'a host name')
  .regex(/^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$/, 'a host name in lower case, without port');

const levels = PREVIEW_LEVELS.map(({ level }) => level);
const quality = z.int('a whole number').min(1, 'at least 1').max(100, 'at most 100');
const onOff = z.boolean('true or false');

/**
 * Every setting that people may see and change: its default, what is allowed, its words. null: Safelight's own choice. The one place
 * that knows them; the store, the page, the command line and the API document are made from it.
 */
export const settingsShape = {
  library: path.default(null).meta(
    facts('library', 'Library', "darktable's library.db. Left empty: the one that darktable uses on this computer.", {
      kind: 'file',
    }),
  ),
  darktableCache: path.default(null).meta(
    facts('library', "darktable's cache", 'The folder with its thumbnails. Left empty: its usual place.', {
      kind: 'folder',
    }),
  ),
  readOnly: onOff
    .default(false)
    .meta(facts('library', 'Read-only mode', 'Refuses edits, refreshes and exports, whoever asks for them.')),

  queuesPaused: onOff
    .default(false)
    .meta(facts('rendering', 'Pause queues', 'Previews and exports wait until this is switched off again.')),
  exportDir: path.default(null).meta(
    facts('rendering', 'Export folder', "Where full-size exports go. Left empty: in Safelight's own folder.", {
      kind: 'folder',
    }),
  ),
  previewLevels: z
    .array(z.literal(levels, 'a size from 0 to 5'), 'a list of sizes')
    .min(1, 'a list of at least one size')
    .max(levels.length, 'a list that names each size once')
    .refine((list) => new Set(list).size === list.length, 'a list that names each size once')
    .default([0, 1, 2, 3, 4])
    .meta(
      facts(
        'rendering',
        'Preview sizes',
        'What a refresh renders: 0 thumb, 1 small, 2 medium, 3 large, 4 xlarge, 5 2560×1600.',
      ),
    ),
  previewQuality: quality.default(90).meta(facts('rendering', 'JPEG quality of previews', '1 to 100.')),
  exportQuality: quality.default(95).meta(facts('rendering', 'JPEG quality of exports', '1 to 100.')),
  renderer: z
    .enum(['auto', 'bridge', 'darktable-cli'], 'auto, bridge or darktable-cli')
    .default('bridge')
    .meta(
      facts(
        'rendering',
        'Who renders',
        'bridge: the plugin in a running darktable. darktable-cli: a darktable without a window. auto: the plugin, and darktable-cli when the plugin has not been heard of for a minute.',
      ),
    ),
  // Where files lie that only programs read: below what people choose.
  refreshQueue: path.default(null).meta(
    facts('rendering', 'Refresh queue', "File of the previews to make. Left empty: in Safelight's own folder.", {
      kind: 'file',
    }),
  ),
  exportQueue: path.default(null).meta(
    facts('rendering', 'Export queue', "File of the exports to make. Left empty: in Safelight's own folder.", {
      kind: 'file',
    }),
  ),

  port: z
    .int('a whole number')
    .min(0, 'from 0 to 65535')
    .max(65535, 'from 0 to 65535')
    .default(4380)
    .meta(facts('network', 'Port', 'Where Safelight answers; 0 is any free port.')),
  host: z
    .string('an address of this computer')
    .min(1, 'an address of this computer')
    .max(253, 'an address of this computer')
    .regex(/^[0-9A-Za-z.:_-]+$/, 'an address of this computer')
    .nullable()
    .default(null)
    .meta(
      facts(
        'network',
        'Address',
        'Address of this computer to listen on. Left empty: 127.0.0.1, or every address while LAN access is allowed.',
      ),
    ),
  lan: onOff
    .default(false)
    .meta(facts('network', 'Allow LAN access', 'Other devices in your network can reach Safelight, and must sign in.')),
  allowedHosts: z
    .array(hostName, 'a list of host names')
    .max(100, 'a list of at most 100')
    .default([])
    .meta(facts('network', 'Allowed host names', 'Names besides addresses and localhost that requests may use.')),
  allowedOrigins: z
    .array(origin, 'a list of origins')
    .max(100, 'a list of at most 100')
    .default([])
    .meta(
      facts('network', 'Allowed origins', 'Web pages of other programs that may call the API with a token (CORS).'),
    ),
  tokenLifetimeSeconds: z
    .int('a whole number')
    .min(1, 'at least 1')
    .max(30 * 24 * 3600, 'at most 30 days')
    .default(3600)
    .meta(facts('network', 'Token lifetime', 'How many seconds a new access token is good for.')),

  autostart: onOff.default(false).meta(facts('desktop', 'Start at login', 'Safelight starts with your desktop.')),
  openBrowserAtStart: onOff.default(true).meta(
    facts('desktop', 'Open the gallery at the start', 'Opens the browser when you start Safelight yourself.', {
      effect: 'start',
    }),
  ),
  notifyExports: onOff.default(true).meta(facts('desktop', 'Tell of finished exports', 'With a desktop notification.')),
  notifyFailures: onOff.default(true).meta(facts('desktop', 'Tell of failed jobs', 'With a desktop notification.')),
  notifyBridgeLost: onOff
    .default(true)
    .meta(facts('desktop', 'Tell when darktable is lost', 'With a desktop notification, while jobs wait.')),
  theme: z
    .enum(['system', 'light', 'dark'], 'system, light or dark')
    .default('system')
    .meta(facts('desktop', 'Theme', 'Colours of the browser page.')),
};

/** The settings that people may see and change. */
export const PublicSettings = z.object(settingsShape).meta({ id: 'Settings' });
export type PublicSettings = z.infer<typeof PublicSettings>;
export type SettingName = keyof PublicSettings;
export const SETTING_NAMES = Object.keys(settingsShape) as SettingName[];

/** Names to change with their new values; null brings the default back where it is no value of its own. */
export const SettingsPatch = namedValues().meta({ id: 'SettingsPatch' });

export const SettingsAnswer = z
  .object({
    settings: PublicSettings.describe('As they are stored, or by default'),
    command_line: z
      .array(z.string())
      .describe('Settings that the command line or the environment decides until they are changed'),
    restart_needed: z.array(z.string()).describe('Settings whose new value counts from the next start only'),
    in_use: z
      .object({
        url: z.string(),
        lan_urls: z.array(z.string()).describe('Where other devices reach this Safelight; empty without LAN access'),
        data_dir: z.string(),
        library: z.string(),
        is_sample: z.boolean(),
        darktable_cache: z.string(),
        refresh_queue: z.string(),
        export_queue: z.string(),
        export_dir: z.string(),
        export_dir_notice: z
          .string()
          .nullable()
          .describe('Why exports go elsewhere than the settings say, or wait, for people; null: all is well'),
        autostart: z.boolean().nullable().describe('Whether this computer starts Safelight at login; null: it cannot'),
      })
      .describe('What counts at the moment, whoever decided it'),
    notice: z.string().nullable().describe('What people should know about the settings file'),
  })
  .meta({ id: 'SettingsAnswer' });
export type SettingsAnswer = z.infer<typeof SettingsAnswer>;

/** A setting as a form needs it. */
export const SettingDescription = z
  .object({
    name: z.string(),
    title: z.string(),
    help: z.string(),
    group: z.string(),
    effect: z.enum(['now', 'start']),
    kind: z.enum(['file', 'folder']).nullable(),
    default: z.unknown(),
    schema: z.record(z.string(), z.unknown()).describe('JSON Schema of the value'),
  })
  .meta({ id: 'SettingDescription' });
export type SettingDescription = z.infer<typeof SettingDescription>;
export const SettingsDescription = z
  .object({
    groups: z.array(z.object({ name: z.string(), title: z.string() })),
    items: z.array(SettingDescription),
  })
  .meta({ id: 'SettingsDescription' });

/** Every setting for forms and lists, in the order of the shape. */
export function describeSettings(): SettingDescription[] {
  return Object.entries(settingsShape).map(([name, schema]) => {
    const rendered = z.toJSONSchema(schema, { io: 'input' }) as Record<string, unknown>;
    const {
      title,
      description,
      'x-group': group,
      'x-effect': effect,
      'x-kind': kind = null,
      default: byDefault,
      $schema: _dialect,
      ...rest
    } = rendered;
    return SettingDescription.parse({
      name,
      title,
      help: description,
      group,
      effect,
      kind,
      default: byDefault,
      schema: rest,
    });
  });
}
