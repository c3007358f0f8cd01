import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { IncomingMessage, OutgoingHttpHeaders } from 'node:http';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import type { AddressTest } from '../contract/public-address.ts';
import { nginx } from '../testing/nginx.ts';
import { openTestApp, type TestApp } from '../testing/start-app.ts';
import { type FileServer, ownCertificate, startFileServer } from '../testing/webdav-servers.ts';

/** Where the guest is; the proxies are at 127.0.0.1. */
const DEVICE = '127.0.0.9';
async function asDevice(url: string, options: { method?: string; headers?: OutgoingHttpHeaders }) {
  const sent = request(url, { ...options, localAddress: DEVICE, family: 4, agent: false });
  sent.end();
  const [answer] = (await once(sent, 'response')) as [IncomingMessage];
  answer.resume();
  return answer;
}

const ADMIN = { scopes: ['admin'] };
const DOCS = readFileSync(join(import.meta.dirname, '../../docs/network.md'), 'utf8');

/** A block of the documentation in this language, without its indentation. */
function blockOf(language: string): string {
  const [, indentation = '', text] = new RegExp(`^( *)\`\`\`${language}\n([^]*?)\`\`\``, 'm').exec(DOCS) ?? [];
  if (text === undefined) throw new Error(`docs/network.md has no block for ${language}.`);
  return text.replaceAll(new RegExp(`^${indentation}`, 'gm'), '');
}

/** In each test a browser's worth of requests goes through a real web server, set up as docs/network.md says. */
describe('behind a proxy that is set up as documented', () => {
  let app: TestApp & { close(): Promise<void> };
  const folder = mkdtempSync(join(tmpdir(), 'safelight-proxy-'));
  const trusted = getCACertificates('default');
  const { key, certificate } = ownCertificate(folder);
  beforeAll(async () => {
    app = await openTestApp({ library: 3 });
    setDefaultCACertificates([...trusted, readFileSync(certificate, 'utf8')]);
  });
  afterAll(async () => {
    setDefaultCACertificates(trusted);
    await app.close();
    rmSync(folder, { recursive: true, force: true });
  });

  /** The documented text, for this Safelight and a host name of this computer. */
  const forHere = (text: string, port: string | number, path: string) =>
    text
      .replaceAll(/\S+fullchain\.pem/g, certificate)
      .replaceAll(/\S+privkey\.pem/g, key)
      .replaceAll('photos.example.org', 'localhost')
      .replaceAll('http://127.0.0.1:4380', app.url)
      .replace('location / {', `location ${path}/ {`)
      .replace(`ProxyPass / ${app.url}/`, `ProxyPass ${path}/ ${app.url}${path}/`)
      .replace(/(listen |<VirtualHost )(\*:)?443/, `$1127.0.0.1:${port}`);

  const SERVERS: Record<string, (path: string) => Promise<FileServer>> = {
    nginx: (path) => nginx(forHere(blockOf('nginx'), '$PORT', path)),
    apache: (path) =>
      startFileServer('apache', ({ home, port }) => {
        const modules = [
          'mpm_event',
          'authn_core',
          'authz_core',
          'headers',
          'proxy',
          'proxy_http',
          'socache_shmcb',
          'ssl',
        ];
        const loaded = modules.map((name) => `LoadModule ${name}_module /usr/lib/apache2/modules/mod_${name}.so`);
        const file = join(home, 'apache.conf');
        mkdirSync(join(home, 'run'));
        writeFileSync(
          file,
          `${loaded.join('\n')}
ServerRoot ${home}
DefaultRuntimeDir ${home}/run
PidFile ${home}/pid
ErrorLog ${home}/log
User www-data
Group www-data
ServerName localhost
Listen 127.0.0.1:${port}
${forHere(blockOf('apache'), port, path)}`,
        );
        return { command: 'apache2', args: ['-DFOREGROUND', '-f', file] };
      }),
  };

  test.each(Object.keys(SERVERS).flatMap((name) => ['', '/photos'].map((path) => [name, path] as const)))(
    '%s, path "%s": pages, changes and events get through, and guests are told apart',
    async (name, path) => {
      const server = await SERVERS[name]!(path);
      onTestFinished(() => server.stop());
      const address = `https://localhost:${server.port}${path}`;
      const change = await app.ask('PATCH', '/api/v1/admin/settings', {
        ...ADMIN,
        body: { publicAddress: address, trustedProxies: ['127.0.0.1'] },
      });
      expect(change.status).toBe(200);
      const { body: found } = await app.ask<AddressTest>('POST', '/api/v1/admin/public-address/test', ADMIN);
      expect(found).toEqual({ address, works: true, findings: [] });

      const { body: pairing } = await app.ask<{ url: string }>('POST', '/api/v1/admin/pairings', {
        ...ADMIN,
        body: { name: name + path },
      });
      expect(pairing.url.startsWith(`${address}/sign-in?code=`)).toBe(true);
      const forged = {
        'x-forwarded-for': '203.0.113.7',
        'x-forwarded-proto': 'http',
        'x-forwarded-host': 'evil.example',
      };
      const signIn = await asDevice(pairing.url, { headers: forged });
      expect([signIn.statusCode, signIn.headers.location]).toEqual([303, `${path}/`]);
      const cookie = signIn.headers['set-cookie']?.[0]?.split(';')[0] ?? '';
      expect(cookie).toMatch(path === '' ? /^__Host-safelight_session_/ : /^safelight_session_/);
      const { items } = await app.get<{ items: { client_name: string; address: string }[] }>(
        '/api/v1/admin/sessions',
        ADMIN,
      );
      expect(items.find(({ client_name }) => client_name === name + path)?.address).toBe(DEVICE);

      const headers = { cookie, 'content-type': 'application/json' };
      expect((await asDevice(`${address}/api/v1/images`, { headers })).statusCode).toBe(200);
      const signOut = async (origin: string) =>
        (await asDevice(`${address}/session`, { method: 'DELETE', headers: { ...headers, origin } })).statusCode;
      expect(await signOut('https://localhost')).toBe(403);
      expect(await signOut(new URL(address).origin)).toBe(204);
      expect((await asDevice(`${address}/api/v1/images`, { headers })).statusCode).toBe(401);
    },
  );
});
