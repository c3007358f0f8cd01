/** Test files that need a program of the system. Where it is missing they are not run, and `npm test` says so; in CI that is a failure. */
const starts = ['src/commands/start.test.ts', 'src/commands/start-variants.test.ts'];
const desktop = [
  'src/app/tray-host-check.test.ts',
  ...starts,
  'src/desktop/notifications.test.ts',
  'src/desktop/pickers.test.ts',
  'src/tray/tray.test.ts',
];
const webdav = [
  'src/publishing/destinations/webdav/webdav-destination.test.ts',
  'src/publishing/destinations/webdav/webdav-faults.test.ts',
];
const sftp = 'src/publishing/destinations/sftp/sftp-destination.test.ts';
const acme = ['src/app/own-domain.test.ts', 'src/network/domain/domain-certificate.test.ts'];
const tunnel = 'src/network/tunnel/tunnel.test.ts';
const proxy = 'src/app/own-proxy.test.ts';
const proxies = ['src/network/public-address/test-address.test.ts', proxy];
export const neededPrograms: Record<string, readonly string[]> = {
  'lua5.4': [
    'src/darktable/append-job.test.ts',
    'src/darktable/bridge-lua.test.ts',
    'src/darktable/plugin-install.test.ts',
  ],
  luacheck: ['src/darktable/bridge-lua.test.ts'],
  curl: ['src/testing/documented-session.test.ts'],
  jq: ['src/testing/documented-session.test.ts'],
  'dbus-daemon': desktop,
  Xvfb: desktop,
  'libappindicator3.so.1': ['src/tray/tray.test.ts', ...starts],
  'notify-send': ['src/desktop/notifications.test.ts'],
  'desktop-file-validate': ['src/desktop/autostart.test.ts'],
  zenity: ['src/desktop/pickers.test.ts', 'src/commands/start.test.ts'],
  xdotool: ['src/desktop/pickers.test.ts'],
  git: ['scripts/release/make-release.test.ts'],
  apache2: [...webdav, proxy],
  lighttpd: webdav,
  '/usr/lib/lighttpd/mod_webdav.so': webdav,
  rclone: [...webdav, sftp],
  pebble: acme,
  'pebble-challtestsrv': acme,
  sshd: [sftp, tunnel],
  ssh: [tunnel, 'src/server/routes/admin/remote-access.test.ts'],
  openssl: [...webdav, 'src/network/own-certificate.test.ts', ...proxies],
  nginx: proxies,
  'nats-server': [
    'src/renderer/farm/fair-play.test.ts',
    'src/renderer/farm/farm.test.ts',
    'src/renderer/farm/faults.test.ts',
    'src/renderer/farm/fetched-ahead.test.ts',
    'src/renderer/farm/foreign-broker.test.ts',
    'src/renderer/farm/security.test.ts',
    'src/renderer/farm/sources.test.ts',
    'src/server/routes/admin/farm.test.ts',
  ],
};
