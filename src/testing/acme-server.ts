/** pebble, a real ACME server, with its name server, on this computer. */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeAuthority, makeLeaf } from '../network/certificates.ts';
import { setTimeout as sleep } from 'node:timers/promises';
import { answers } from './broker.ts';
import { freePorts } from '../platform/free-port.ts';

export interface AcmeServer {
  directory: string;
  /** The authority of its own HTTPS: PEM. */
  trust: string;
  /** Where it looks for answers over HTTP, whatever the name. */
  httpPort: number;
  /** Of its name server: every name leads here. */
  nameServer: string;
  /** `set-txt`, `clear-txt`, `add-aaaa`, `set-servfail` and the like. */
  names(act: string, body: object): Promise<void>;
  managementUrl: string;
  stop(): Promise<void>;
}

export async function startAcmeServer(): Promise<AcmeServer> {
  const folder = mkdtempSync(join(tmpdir(), 'safelight-acme-'));
  const [port, management, httpPort, tlsPort, dns, dnsManagement] = (await freePorts(6)) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  const authority = await makeAuthority(['localhost']);
  const leaf = await makeLeaf(authority, ['localhost'], ['127.0.0.1']);
  const file = (name: string, content: string) => {
    writeFileSync(join(folder, name), content);
    return join(folder, name);
  };
  const pebble = {
    listenAddress: `127.0.0.1:${port}`,
    managementListenAddress: `127.0.0.1:${management}`,
    certificate: file('certificate.pem', leaf.certificate),
    privateKey: file('key.pem', leaf.key),
    httpPort,
    tlsPort,
    ocspResponderURL: '',
    externalAccountBindingRequired: false,
  };
  const start = (program: string, args: string[]) =>
    // The environment makes it neither wait nor refuse at random.
    spawn(
      'setpriv',
      ['--pdeathsig', 'KILL', 'env', 'PEBBLE_VA_NOSLEEP=1', 'PEBBLE_WFE_NONCEREJECT=0', program, ...args],
      {
        stdio: 'ignore',
      },
    );
  const off = ['-http01', '', '-https01', '', '-tlsalpn01', '', '-defaultIPv6', ''];
  const programs = [
    start('pebble-challtestsrv', ['-dns01', `127.0.0.1:${dns}`, '-management', `127.0.0.1:${dnsManagement}`, ...off]),
    start('pebble', ['-config', file('pebble.json', JSON.stringify({ pebble })), '-dnsserver', `127.0.0.1:${dns}`]),
  ];
  const managementUrl = `http://127.0.0.1:${dnsManagement}`;
  for (const each of [port, dnsManagement])
    for (let attempt = 0; !(await answers(each)); attempt++) {
      if (attempt > 1500) throw new Error('pebble does not start');
      await sleep(20);
    }
  return {
    directory: `https://127.0.0.1:${port}/dir`,
    trust: authority.certificate,
    httpPort,
    nameServer: `127.0.0.1:${dns}`,
    managementUrl,
    async names(act, body) {
      const answer = await fetch(`${managementUrl}/${act}`, { method: 'POST', body: JSON.stringify(body) });
      if (!answer.ok) throw new Error(`${act}: ${answer.status}`);
    },
    async stop() {
      const ended = programs.map((program) => new Promise((resolve) => program.once('exit', resolve)));
      for (const program of programs) program.kill('SIGKILL');
      await Promise.all(ended);
      rmSync(folder, { recursive: true });
    },
  };
}
