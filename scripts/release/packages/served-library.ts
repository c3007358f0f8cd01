/** Asks a Safelight that a package has brought for all that needs its own programs and libraries. */
import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { expect } from 'vitest';
import { listeningUrl } from '../../../src/testing/listening-url.ts';
import type { CleanMachine } from '../../test/machines/clean-machine.ts';

/** Starts it as ana; `command` is its launcher and what follows. It ends as systemd or a desktop would end it. */
export async function startSafelight(machine: CleanMachine, command: string) {
  const child: ChildProcess = machine.start(`echo $$ && exec ${command} --port 0`);
  const ended = once(child, 'exit') as Promise<[number | null]>;
  const [first] = (await once(child.stdout!, 'data')) as [Buffer];
  const url = await listeningUrl(child);
  return {
    url,
    async end(): Promise<number | null> {
      await machine.run(`kill -TERM ${parseInt(first.toString())}`);
      const [code] = await ended;
      return code;
    },
  };
}

/** `command` is the launcher that talks to the running Safelight. */
export async function expectLibrary(machine: Pick<CleanMachine, 'run'>, url: string, command: string): Promise<void> {
  expect((await fetch(`${url}/health`)).status).toBe(200);
  const page = await fetch(url);
  expect(await page.text()).toContain('<div id="root"');

  const headers = await authorization(machine, { url, command, scope: 'images:read previews:read' });
  const list = await fetch(`${url}/api/v1/images?limit=1`, { headers });
  const { items, total } = (await list.json()) as { items: { id: number }[]; total: number };
  expect(total).toBeGreaterThan(20);
  const preview = await fetch(`${url}/api/v1/images/${items[0]!.id}/preview?size=thumb&fit=1`, { headers });
  expect(preview.headers.get('content-type')).toBe('image/jpeg');
}

/** The headers of a new client with that scope. */
export async function authorization(
  machine: Pick<CleanMachine, 'run'>,
  { url, command, scope }: { url: string; command: string; scope: string },
): Promise<{ Authorization: string }> {
  const added = await machine.run(`${command} clients add --id try --scope "${scope}" --json`);
  const client = JSON.parse(added.stdout) as { client_id: string; client_secret: string };
  const answer = await fetch(`${url}/oauth/token`, {
    method: 'POST',
    body: new URLSearchParams({ grant_type: 'client_credentials', ...client }),
  });
  const { access_token: token } = (await answer.json()) as { access_token: string };
  return { Authorization: `Bearer ${token}` };
}
