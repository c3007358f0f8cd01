import { execFileSync } from 'node:child_process';
import { X509Certificate } from 'node:crypto';
import { once } from 'node:events';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { hostname } from 'node:os';
import { join } from 'node:path';
import type { HttpsStatus } from '../src/contract/https.ts';
import { makeLeaf } from '../src/network/certificates.ts';
import { own } from './own-library.ts';
import { expect, test } from './safelight.ts';

test('a device is led through trusting this computer, and Chromium then trusts it for its own names alone', async ({
  page,
  browser,
  playwright,
  folder,
  launch,
}, { project }) => {
  const safelight = await own(page, folder, launch);
  await safelight.set({ https: true, httpsPort: 0, tunnelHost: 'me@127.0.0.1:1' });
  await page.goto(`${safelight.url}/settings/devices`);
  const outside = page.getByRole('region', { name: 'From outside your network' });
  await expect(outside.getByRole('alert')).toHaveText(/On 127\.0\.0\.1 nothing answers at port 1\./);
  const card = page.getByRole('region', { name: 'Encrypted connections (HTTPS)' });
  const answer = await page.request.get(`${safelight.url}/api/v1/admin/https`);
  const { url, authority } = (await answer.json()) as HttpsStatus;
  const shown = authority!.fingerprint.replaceAll(':', ' ');
  await expect(card).toContainText(authority!.name);
  await expect(card.getByText(shown.slice(0, 11))).toBeVisible();

  // A browser that is signed in is led through it as well.
  await page.goto(`${safelight.url}/trust`);
  await expect(page.getByRole('heading', { name: 'Trust this computer' })).toBeVisible();
  // A page that gets no answer any more asks here whether the certificate is the reason.
  await page.goto(`${safelight.url}/trust?knew=${encodeURIComponent(authority!.fingerprint)}`);
  await expect(page.getByText('The certificate is still the one that this device knows')).toBeVisible();
  await page.goto(`${safelight.url}/trust?knew=AB:CD`);
  await expect(page.getByText('This computer has a new certificate authority')).toBeVisible();

  const device = await browser.newContext({
    userAgent: 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Safari/604.1',
    viewport: { width: 390, height: 800 },
  });
  const phone = await device.newPage();
  await phone.goto(`${safelight.url}/trust`);
  await expect(phone.getByRole('heading', { name: 'Trust this computer' })).toBeVisible();
  await expect(phone.getByText(shown.slice(0, 11))).toBeVisible();
  await expect(phone.getByLabel('Steps for')).toHaveValue('ios');
  await expect(phone.getByText('Certificate Trust Settings')).toBeVisible();
  const download = phone.waitForEvent('download');
  await phone.getByRole('link', { name: 'Download the certificate' }).click();
  const der = await readFile(await (await download).path());
  await device.close();
  const certificate = new X509Certificate(der);
  expect(certificate.fingerprint256).toBe(authority!.fingerprint);

  // The store of a user of its own, so that nothing else on this computer trusts it.
  const home = join(folder, 'trusting');
  const database = join(home, '.pki', 'nssdb');
  await mkdir(database, { recursive: true });
  await writeFile(join(home, 'authority.pem'), certificate.toString());
  const certutil = (...args: string[]) => execFileSync('certutil', ['-d', `sql:${database}`, ...args]);
  certutil('-N', '--empty-password');
  certutil('-A', '-t', 'C,,', '-n', 'safelight', '-i', join(home, 'authority.pem'));
  const { executablePath, args = [] } = project.use.launchOptions ?? {};
  const context = await playwright.chromium.launchPersistentContext(join(home, 'profile'), {
    ...(executablePath !== undefined && { executablePath }),
    args: [...args, '--host-resolver-rules=MAP www.example.com 127.0.0.1'],
    env: { ...process.env, HOME: home },
  });
  const trusting = await context.newPage();
  await trusting.goto(`${url!}/health`);
  await expect(trusting.getByText('"ok"')).toBeVisible();
  await trusting.goto(`${url!}/`);
  expect(await trusting.evaluate('isSecureContext')).toBe(true);

  const stored = JSON.parse(await readFile(join(safelight.dataDir, 'certificate-authority.json'), 'utf8')) as {
    key: string;
    certificate: string;
  };
  const forged = await makeLeaf(stored, [hostname().toLowerCase(), 'www.example.com'], []);
  const server = createServer({ key: forged.key, cert: forged.certificate + stored.certificate }).listen(
    0,
    '127.0.0.1',
  );
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  await expect(trusting.goto(`https://www.example.com:${port}/`)).rejects.toThrow('ERR_CERT_INVALID');
  await context.close();
  server.close();
});
