/** The rooms of src/, top to bottom. A room may import rooms on later lines, and its neighbors on the same line. */
export const floors = [
  ['commands'],
  ['app'],
  ['tray', 'server'],
  ['develop', 'auth', 'doctor', 'updates', 'publishing', 'agents'],
  ['changes'],
  ['renderer'],
  ['previews', 'exports'],
  ['queues', 'sidecars'],
  ['image-index'],
  ['library'],
  ['darktable'],
  ['settings', 'desktop'],
  ['platform'],
  ['contract'],
];

/** The rooms that use a third-party library, mostly one, so that it can be learned, replaced and tested there. */
export const homes = {
  express: ['server'],
  helmet: ['server'],
  negotiator: ['server'],
  'zod-openapi': ['server'],
  'better-sqlite3': ['image-index', 'library', 'changes', 'sidecars', 'previews', 'settings', 'publishing', 'agents'],
  jsonwebtoken: ['auth'],
  'rate-limiter-flexible': ['auth'],
  conf: ['settings'],
  'exiftool-vendored': ['previews', 'publishing'],
  sharp: ['previews', 'renderer'],
  '@nats-io/transport-node': ['renderer'],
  '@nats-io/jetstream': ['renderer'],
  '@nats-io/nkeys': ['renderer'],
  systray2: ['tray'],
  'dbus-native': ['tray'],
  open: ['desktop'],
  qr: ['server'],
  commander: ['commands'],
  pino: ['platform'],
  'fastest-levenshtein': ['platform'],
  'content-disposition': ['server'],
  semver: ['updates'],
  ssh2: ['publishing'],
  aws4fetch: ['publishing'],
  '@modelcontextprotocol/server': ['agents', 'server', 'commands'],
  '@modelcontextprotocol/node': ['server'],
  'light-my-request': ['server'],
};

/** `web` runs in the browser: it sees only the contract. */
export const rooms = [...floors.flat(), 'web'];
