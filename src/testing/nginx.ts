import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type FileServer, startFileServer } from './webdav-servers.ts';

/** A real nginx with these `server` blocks, `$PORT` being the port that it is waited for at. */
export const nginx = (servers: string): Promise<FileServer> =>
  startFileServer('nginx', ({ home, port }) => {
    const file = join(home, 'nginx.conf');
    const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map((kind) => `${kind}_temp_path ${home};`);
    writeFileSync(
      file,
      `daemon off; worker_processes 1; pid ${home}/pid; error_log stderr;
events { worker_connections 64; }
http { access_log off; ${temporary.join(' ')}
${servers.replaceAll('$PORT', String(port))} }
`,
    );
    return { command: 'nginx', args: ['-p', home, '-e', 'stderr', '-c', file] };
  });
