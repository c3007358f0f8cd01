/** `npm start` on a clean machine, and its output. */
import { once } from 'node:events';
import { listeningUrl } from '../../../src/testing/listening-url.ts';
import type { CleanMachine } from './clean-machine.ts';

/** The output without npm's own lines about which script it runs. */
export const saidBySafelight = (...outputs: string[]): string[] =>
  outputs.flatMap((output) => output.split('\n')).filter((line) => line !== '' && !line.startsWith('> '));

/** Starts Safelight on its own port; ends by telling npm to end. */
export async function npmStart(machine: CleanMachine, command = 'npm start') {
  const child = machine.start(`echo $$ && exec ${command} -- --port 0`);
  const ended = once(child, 'exit');
  const [first] = (await once(child.stdout!, 'data')) as [Buffer];
  const group = parseInt(first.toString());
  const url = await listeningUrl(child);
  return {
    url,
    /** The executables of all programs that run for the ordinary user, except shells and this query itself. */
    async programs(): Promise<string[]> {
      const { stdout } = await machine.run('readlink /proc/[0-9]*/exe');
      return stdout.split('\n').filter((program) => program !== '' && !/bash|dash|readlink/.test(program));
    },
    async [Symbol.asyncDispose]() {
      // Like Ctrl+C.
      await machine.run(`kill -INT -- -${group}`);
      await ended;
    },
  };
}
