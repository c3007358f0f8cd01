import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';

export interface ChildServer {
  url: string;
  pid: number;
  child: ChildProcess;
  stop(): Promise<void>;
}

/** Starts a server in its own process in this very Node, and waits until it prints its address. */
export async function startChild(args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<ChildServer> {
  const child = spawn(process.execPath, args, {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, ...env },
  });
  const ended = once(child, 'exit');
  const url = await new Promise<string>((resolve, reject) => {
    let printed = '';
    child.stdout.on('data', (chunk: Buffer) => {
      printed += chunk.toString();
      const address = /listening on (http:\/\/\S+)/i.exec(printed)?.[1];
      if (address) resolve(address);
    });
    child.once('exit', (code, signal) => reject(new Error(`${args.join(' ')} ended with ${code ?? signal}`)));
  });
  const stop = async () => {
    child.kill();
    await ended;
  };
  return { url, pid: child.pid!, child, stop };
}
