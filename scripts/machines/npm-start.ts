/** `npm start` on a clean machine, and what it says. */
import { once } from 'node:events';
import { listeningUrl } from '../../src/testing/listening-url.ts';
import type { CleanMachine } from './clean-machine.ts';

/** What is on the screen beside npm's own lines about which script it runs. */
export const saidBySafelight = (...outputs: string[]): string[] =>
  outputs.flatMap((output) => output.split('\n')).filter((line) => line !== '' && !line.startsWith('> '));

/** Starts Safelight on a port of its own; ends with npm being told to end. */
export async function npmStart(machine: CleanMachine, command = 'npm start') {
  const child = machine.start(`echo $$ && exec ${command} -- --port 0`);
  const ended = once(child, 'exit');
  const [first] = (await once(child.stdout!, 'data')) as [Buffer];
  const group = parseInt(first.toString());
  const url = await listeningUrl(child);
  return {
    url,
    /** The files of all programs that run for the ordinary user, other than shells and what asks. */
    async programs(): Promise<string[]> {
      const { stdout } = await machine.run('readlink /proc/[0-9]*/exe');
      return stdout.split('\n').filter((program) => program !== '' && !/bash|dash|readlink/.test(program));
    },
    async [Symbol.asyncDispose]() {
      // As Ctrl+C does it.
      await machine.run(`kill -INT -- -${group}`);
      await ended;
    },
  };
}
