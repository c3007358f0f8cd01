import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Baseline } from './baselines.ts';
import { freePort } from '../../src/platform/free-port.ts';

/** nginx with one worker, sending the files of a folder. Null if nginx is missing: `apt-get install nginx-light`. */
export async function startNginx(files: string): Promise<Baseline | null> {
  if (spawnSync('nginx', ['-v']).error) return null;
  const folder = mkdtempSync(join(tmpdir(), 'safelight-nginx-'));
  const port = await freePort();
  const config = join(folder, 'nginx.conf');
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((name) => `${name}_temp_path ${folder};`);
  writeFileSync(
    config,
    `daemon off; worker_processes 1; pid ${folder}/pid; error_log stderr crit; ${process.getuid?.() === 0 ? 'user root;' : ''}
events { worker_connections 512; }
http {
  ${temporary.join(' ')}
  access_log off; sendfile on; tcp_nopush on; keepalive_requests 1000000000;
  types { image/jpeg jpg; }
  server { listen 127.0.0.1:${port}; root ${files}; }
}
`,
  );
  const child = spawn('nginx', ['-p', folder, '-c', config, '-e', 'stderr'], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const ended = once(child, 'exit');
  const url = `http://127.0.0.1:${port}`;
  const stop = async () => {
    child.kill();
    await ended;
    rmSync(folder, { recursive: true, force: true });
  };
  for (let look = 0; look < 100 && child.exitCode === null; look++) {
    if (await fetch(url).catch(() => null)) return { name: 'nginx', server: { url, pid: child.pid!, child, stop } };
    await sleep(50);
  }
  await stop();
  throw new Error('nginx does not answer');
}
