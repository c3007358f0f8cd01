import type { ChildProcess } from 'node:child_process';

/** The address that `safelight serve` prints once it can answer. Rejects with its last output when it ends first. */
export function listeningUrl(server: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let printed = '';
    let complaints = '';
    server.stderr?.on('data', (chunk: Buffer) => (complaints = (complaints + chunk.toString()).slice(-4000)));
    server.stdout?.on('data', (chunk: Buffer) => {
      printed += chunk.toString();
      const url = /^Safelight is listening on (\S+)$/m.exec(printed)?.[1];
      if (url) resolve(url);
    });
    server.once('error', reject);
    server.once('exit', (code, signal) => reject(new Error(`The server ended with ${code ?? signal}: ${complaints}`)));
  });
}
