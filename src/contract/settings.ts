import { z } from 'zod';
import { namedValues } from './named-values.ts';
import { PREVIEW_LEVELS } from './preview.ts';
import { isPublicAddress } from './public-address.ts';
import { FORWARDED_HEADERS, isNetwork } from './proxies.ts';
import {
  brokerAddress,
  directoryAddress,
  domain,
  hostName,
  LETS_ENCRYPT,
  onOff,
  origin,
  path,
  port,
  portOrAny,
  quality,
  sshHost,
  webAddress,
} from './setting-values.ts';

/** The groups of settings in forms and in `safelight settings list`, in this order. */
export const SETTING_GROUPS = {
  library: 'Library',
  rendering: 'Previews and exports',
  machines: 'Machines',
  network: 'Network',
  agents: 'Agents',
  desktop: 'Desktop',
  updates: 'Updates',
} as const;
export type SettingGroup = keyof typeof SETTING_GROUPS;

/**
 * Title and help of a setting. `effect`: `now` takes effect immediately, `start` at the next start of Safelight. `kind`: the file dialog
 * that a form offers.
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

const levels = PREVIEW_LEVELS.map(({ level }) => level);

/** No token lives longer, whatever it claims. */
export const LONGEST_TOKEN_SECONDS = 30 * 24 * 3600;

/**
 * Every public setting: its default, its allowed values, its texts. null: Safelight chooses. The store, the page, the command line and
 * the API document are made from this.
 */
export const settingsShape = {
  library: path.default(null).meta(
    facts('library', 'Library', "darktable's library.db. If empty: the library that darktable uses on this computer.", {
      kind: 'file',
    }),
  ),
  darktableCache: path.default(null).meta(
    facts('library', "darktable's cache", 'The folder with the thumbnails of darktable. If empty: the usual folder.', {
      kind: 'folder',
    }),
  ),
  darktable: path
    .default(null)
    .meta(
      facts(
        'library',
        'darktable program',
        'The darktable program to use if several are installed. If empty: the first that can open the library.',
        { kind: 'file' },
      ),
    ),
  readOnly: onOff
    .default(false)
    .meta(facts('library', 'Read-only mode', 'Refuses all edits, new previews and exports.')),
  undoMegabytes: z
    .int('a whole number')
    .min(10, 'from 10 to 100000')
    .max(100_000, 'from 10 to 100000')
    .default(500)
    .meta(
      facts(
        'library',
        'Space for undo',
        'How many MB the record of changes may take, from 10 to 100000. When it is full, the oldest changes can no longer be undone. Those of the last 24 hours, and the last ten of each library, are always kept.',
      ),
    ),

  queuesPaused: onOff
    .default(false)
    .meta(facts('rendering', 'Pause queues', 'Previews and exports wait until you resume them.')),
  exportDir: path.default(null).meta(
    facts('rendering', 'Export folder', "The folder for full-size exports. If empty: in Safelight's data folder.", {
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
        'The sizes that a refresh renders: 0 thumb, 1 small, 2 medium, 3 large, 4 xlarge, 5 2560×1600.',
      ),
    ),
  previewQuality: quality.default(90).meta(facts('rendering', 'JPEG quality of previews', '1 to 100.')),
  exportQuality: quality.default(95).meta(facts('rendering', 'JPEG quality of exports', '1 to 100.')),
  renderer: z
    .enum(['auto', 'bridge', 'darktable-cli'], 'auto, bridge or darktable-cli')
    .default('auto')
    .meta(
      facts(
        'rendering',
        'Who renders',
        'bridge: the plugin in a running darktable; while darktable is closed, jobs wait. darktable-cli: always darktable without a window. auto: whichever is faster for a picture that somebody waits for; otherwise the plugin, or darktable-cli if the plugin has not responded for a minute.',
      ),
    ),
  openCl: onOff
    .default(false)
    .meta(
      facts(
        'rendering',
        'Use the graphics card',
        'The darktable that stays loaded computes previews on the graphics card (OpenCL), if that gives the same pictures.',
      ),
    ),
  // Few people change these, so they come last in the group.
  refreshQueue: path.default(null).meta(
    facts('rendering', 'Refresh queue', "The file with the previews to render. If empty: in Safelight's data folder.", {
      kind: 'file',
    }),
  ),
  exportQueue: path.default(null).meta(
    facts('rendering', 'Export queue', "The file with the exports to render. If empty: in Safelight's data folder.", {
      kind: 'file',
    }),
  ),

  farmBroker: brokerAddress
    .default('')
    .meta(
      facts(
        'machines',
        'Message broker',
        'The NATS server through which other machines render for Safelight, such as 192.168.1.20:4222. If empty: nothing leaves this computer.',
      ),
    ),
  farmCredentials: path.default(null).meta(
    facts('machines', 'Credentials', 'The file coordinator.json that "safelight farm init" has written.', {
      kind: 'file',
    }),
  ),
  farmJobs: z
    .enum(['previews', 'exports', 'both'], 'previews, exports or both')
    .default('both')
    .meta(facts('machines', 'What other machines render', 'previews, exports or both.')),
  farmWorksHere: onOff
    .default(true)
    .meta(facts('machines', 'This computer renders too', 'If off: only the other machines render these jobs.')),
  farmVersions: z
    .enum(['same', 'any'], 'same or any')
    .default('same')
    .meta(
      facts(
        'machines',
        'darktable on other machines',
        'same: only machines with the same version of darktable as this computer. any: all, although pictures may differ a little.',
      ),
    ),
  farmWaiting: z
    .int('a whole number')
    .min(1, 'from 1 to 20000')
    .max(20_000, 'from 1 to 20000')
    .default(200)
    .meta(facts('machines', 'Jobs at the broker', 'How many jobs wait at the broker at once, from 1 to 20000.')),

  port: portOrAny.default(4380).meta(facts('network', 'Port', 'The port of the server. 0: any free port.')),
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
        'The address that the server listens on. If empty: 127.0.0.1, or all addresses while LAN access is allowed.',
      ),
    ),
  lan: onOff
    .default(false)
    .meta(
      facts('network', 'Allow LAN access', 'Other devices on your network can reach Safelight. They must sign in.'),
    ),
  https: onOff
    .default(false)
    .meta(
      facts(
        'network',
        'HTTPS',
        'Other devices use encrypted connections, with a certificate of this computer that each device must trust once. Plain HTTP then works on this computer alone.',
      ),
    ),
  httpsPort: portOrAny
    .default(4381)
    .meta(facts('network', 'HTTPS port', 'The port for encrypted connections. 0: any free port.')),
  publicAddress: z
    .string('an address')
    .max(300, 'an address')
    .refine(
      isPublicAddress,
      'an address such as https://photos.example.org or https://example.org/photos, without a slash at the end',
    )
    .nullable()
    .default(null)
    .meta(
      facts(
        'network',
        'Public address',
        'The address at which devices reach Safelight through a proxy or a tunnel, such as https://photos.example.org. Links and QR codes use it. Leave it empty if there is none.',
      ),
    ),
  trustedProxies: z
    .array(
      z
        .string('an address')
        .max(60, 'an address')
        .refine(isNetwork, 'an address such as 192.168.1.2, or a network such as 10.0.0.0/8'),
      'a list of addresses',
    )
    .max(100, 'a list of at most 100')
    .default([])
    .meta(
      facts(
        'network',
        'Trusted proxies',
        'Addresses or networks of the proxies that may say for whom they ask. If empty: this computer while there is a public address, otherwise nobody.',
      ),
    ),
  forwardedHeader: z
    .enum(FORWARDED_HEADERS, 'X-Forwarded-For, Forwarded, X-Real-IP or none')
    .default('X-Forwarded-For')
    .meta(
      facts(
        'network',
        'Header of the proxies',
        'Where trusted proxies say for whom they ask. No other header is read. none: no proxy is believed.',
      ),
    ),
  domain: domain
    .default('')
    .meta(
      facts(
        'network',
        'Domain of your own',
        'A name on the internet that leads to this computer, such as photos.example.org. Safelight gets a certificate for it, which every device trusts, and you agree to the terms of the authority. HTTPS must be on. If empty: there is none.',
      ),
    ),
  domainCommand: path
    .default(null)
    .meta(
      facts(
        'network',
        'Command for the name server',
        'A program that writes a record: it is called with present or cleanup, a name and a value. If empty: the authority asks at port 80 instead.',
        { kind: 'file' },
      ),
    ),
  domainPort: port
    .default(80)
    .meta(
      facts(
        'network',
        'Port for the authority',
        'Where this computer answers the authority, for moments. Your router passes port 80 on to it.',
      ),
    ),
  domainAuthority: directoryAddress
    .default(LETS_ENCRYPT)
    .meta(facts('network', 'Certificate authority', 'The address of its directory (ACME).')),
  tailscale: onOff
    .default(false)
    .meta(
      facts(
        'network',
        'Tailscale',
        'The devices of your tailnet reach Safelight, with a certificate that they trust. Tailscale must be installed on this computer.',
      ),
    ),
  tunnelHost: sshHost
    .default('')
    .meta(
      facts(
        'network',
        'Tunnel to',
        'A computer on the internet to which Safelight opens a tunnel by ssh, such as me@photos.example.org. A web server there passes on to it. If empty: there is no tunnel.',
      ),
    ),
  tunnelPort: port
    .default(4380)
    .meta(facts('network', 'Port of the tunnel', 'The port on that computer, where its web server finds Safelight.')),
  tunnelKey: path.default(null).meta(
    facts(
      'network',
      'Key of the tunnel',
      'The file of the private key for ssh. If empty: the keys that ssh uses by itself.',
      {
        kind: 'file',
      },
    ),
  ),
  tunnelShows: z
    .enum(['everything', 'proofs'], 'everything or proofs')
    .default('everything')
    .meta(
      facts(
        'network',
        'What the tunnel shows',
        'everything: all of Safelight, to those who are signed in. proofs: what guests see of the proofs that you share, and nothing else.',
      ),
    ),
  proofPort: portOrAny
    .default(4382)
    .meta(
      facts(
        'network',
        'Port for guests',
        'Where guests see the proofs that you share, and nothing else. If it is taken, the next free one. 0: any free port.',
      ),
    ),
  proofAddress: origin
    .nullable()
    .default(null)
    .meta(
      facts(
        'network',
        'Address for guests',
        'The address at which guests reach that port through a proxy or a tunnel, such as https://proofs.example.org. Links to proofs begin with it. Leave it empty if there is none.',
      ),
    ),
  allowedHosts: z
    .array(hostName, 'a list of host names')
    .max(100, 'a list of at most 100')
    .default([])
    .meta(facts('network', 'Allowed host names', 'Host names that requests may use besides addresses and localhost.')),
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
    .max(LONGEST_TOKEN_SECONDS, 'at most 30 days')
    .default(3600)
    .meta(facts('network', 'Token lifetime', 'How many seconds a new access token is valid.')),

  agentsMayChange: onOff
    .default(false)
    .meta(
      facts(
        'agents',
        'Agents may change things',
        'Assistants that are connected to Safelight may change pictures, as far as their rights go. While this is off, they may only look and plan.',
      ),
    ),
  agentPicturesPerHour: z
    .int('a whole number')
    .min(1, 'from 1 to 100000')
    .max(100_000, 'from 1 to 100000')
    .default(500)
    .meta(
      facts(
        'agents',
        'Pictures per hour',
        'How many pictures each agent may change within an hour. Undo does not count.',
      ),
    ),
  agentPreviewsPerMinute: z
    .int('a whole number')
    .min(0, 'from 0 to 10000')
    .max(10_000, 'from 0 to 10000')
    .default(60)
    .meta(
      facts(
        'agents',
        'Previews per minute',
        'How many pictures each agent may look at within a minute. 0: it sees none.',
      ),
    ),
  agentsMayReadPlaces: onOff
    .default(false)
    .meta(
      facts(
        'agents',
        'Agents may read places',
        'Coordinates, tags of places and folders, when an agent asks for them.',
      ),
    ),

  autostart: onOff.default(false).meta(facts('desktop', 'Start at login', 'Safelight starts with your desktop.')),
  openBrowserAtStart: onOff.default(true).meta(
    facts('desktop', 'Open gallery at start', 'Opens the browser when you start Safelight yourself.', {
      effect: 'start',
    }),
  ),
  notifyExports: onOff
    .default(true)
    .meta(facts('desktop', 'Notify about finished exports', 'Shows a desktop notification.')),
  notifyFailures: onOff
    .default(true)
    .meta(facts('desktop', 'Notify about failed jobs', 'Shows a desktop notification.')),
  notifyBridgeLost: onOff
    .default(true)
    .meta(
      facts(
        'desktop',
        'Notify when darktable is lost',
        'Shows a desktop notification when darktable stops responding while jobs are waiting.',
      ),
    ),
  theme: z
    .enum(['system', 'light', 'dark'], 'system, light or dark')
    .default('system')
    .meta(facts('desktop', 'Theme', 'Colors of the browser page.')),

  checkForUpdates: onOff
    .default(false)
    .meta(
      facts(
        'updates',
        'Look for updates',
        'Asks the address below once a day for the newest version. Safelight contacts nobody while this is off.',
      ),
    ),
  updateAddress: webAddress
    .default(null)
    .meta(facts('updates', 'Address of updates', 'The version file of the releases: an address with http or https.')),
};

/** All public settings. */
export const PublicSettings = z.object(settingsShape).meta({ id: 'Settings' });
export type PublicSettings = z.infer<typeof PublicSettings>;
export type SettingName = keyof PublicSettings;
export const SETTING_NAMES = Object.keys(settingsShape) as SettingName[];

/** New values by name. null restores the default, unless null is a value of the setting. */
export const SettingsPatch = namedValues().meta({ id: 'SettingsPatch' });

export const SettingsAnswer = z
  .object({
    settings: PublicSettings.describe('The stored values, or the defaults'),
    command_line: z
      .array(z.string())
      .describe('Settings that the command line or the environment overrides until they are changed'),
    restart_needed: z.array(z.string()).describe('Settings whose new value takes effect at the next start'),
    in_use: z
      .object({
        url: z.string(),
        lan_urls: z.array(z.string()).describe('The addresses for other devices; empty without LAN access'),
        data_dir: z.string(),
        library: z.string(),
        is_sample: z.boolean(),
        darktable_cache: z.string(),
        darktable: z.string().nullable().describe('The program of the darktable that is used; null: none was found'),
        refresh_queue: z.string(),
        export_queue: z.string(),
        export_dir: z.string(),
        export_dir_notice: z
          .string()
          .nullable()
          .describe('Why exports use another folder or are waiting, in words for people; null: no problem'),
        autostart: z
          .boolean()
          .nullable()
          .describe('Whether this computer starts Safelight at login; null if it cannot'),
      })
      .describe('The values in use'),
    notice: z.string().nullable().describe('A problem with the settings file, in words for people'),
  })
  .meta({ id: 'SettingsAnswer' });
export type SettingsAnswer = z.infer<typeof SettingsAnswer>;
