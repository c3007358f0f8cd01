/** A program that answers as Tailscale does (1.52 and later), as there is no tailnet in tests. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export type TailscaleMood = 'ready' | 'old' | 'denied' | 'no-https' | 'asks' | 'stopped';

export interface FakeTailscale {
  /** The folder of the program, for a PATH. */
  path: string;
  program: string;
  name: string;
  setMood(mood: TailscaleMood): void;
  /** What `serve status --json` says. */
  config(): Config;
  setConfig(config: Config): void;
}

interface Config {
  TCP?: Record<string, object>;
  Web?: Record<string, { Handlers: Record<string, { Proxy: string }> }>;
}

const NAME = 'studio.tail1234.ts.net';

export function fakeTailscale(folder: string): FakeTailscale {
  const path = join(folder, 'tailscale-bin');
  mkdirSync(path, { recursive: true });
  const program = join(path, 'tailscale');
  const [mood, config] = [join(path, 'mood'), join(path, 'config.json')];
  writeFileSync(mood, 'ready');
  writeFileSync(config, '{}');
  writeFileSync(
    program,
    `#!${process.execPath}
const { readFileSync, writeFileSync } = require('node:fs');
const mood = readFileSync(${JSON.stringify(mood)}, 'utf8');
const file = ${JSON.stringify(config)};
const config = JSON.parse(readFileSync(file, 'utf8'));
const fail = (text) => { process.stderr.write(text + '\\n'); process.exit(1); };
const args = process.argv.slice(2);
if (args[0] === 'version') { console.log((mood === 'old' ? '1.50.1' : '1.78.1') + '\\n  tailscale commit: abc'); process.exit(0); }
if (mood === 'stopped') fail("failed to connect to local tailscaled; it doesn't appear to be running");
if (args.join(' ') === 'serve status --json') { console.log(JSON.stringify(config)); process.exit(0); }
if (args[0] !== 'serve' || args.includes('reset')) fail('unexpected: ' + args.join(' '));
if (mood === 'denied') fail("sending serve config: Access denied: serve config denied\\n\\nUse 'sudo tailscale serve'.");
if (mood === 'no-https') fail('error: HTTPS is not enabled on your tailnet; enable HTTPS at https://login.tailscale.com/admin/dns');
if (mood === 'asks') {
  console.log('\\nServe is not enabled on your tailnet.\\nTo enable, visit:\\n\\n         https://login.tailscale.com/f/serve?node=n1\\n');
  setInterval(() => undefined, 1000);
} else {
  const port = /^--https=(\\d+)$/.exec(args.find((arg) => arg.startsWith('--https=')))[1];
  const host = ${JSON.stringify(NAME)} + ':' + port;
  config.TCP ??= {};
  config.Web ??= {};
  const site = (config.Web[host] ??= { Handlers: {} });
  if (args.at(-1) === 'off') delete site.Handlers['/'];
  else site.Handlers['/'] = { Proxy: args.at(-1) };
  config.TCP[port] = { HTTPS: true };
  if (Object.keys(site.Handlers).length === 0) { delete config.Web[host]; delete config.TCP[port]; }
  writeFileSync(file, JSON.stringify(config));
}
`,
    { mode: 0o755 },
  );
  return {
    path,
    program,
    name: NAME,
    setMood: (next) => writeFileSync(mood, next),
    config: () => JSON.parse(readFileSync(config, 'utf8')) as Config,
    setConfig: (next) => writeFileSync(config, JSON.stringify(next)),
  };
}
