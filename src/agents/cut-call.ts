import type { Api } from './api.ts';
import type { Desk } from './desk/desk.ts';
import { Refusal } from './refusal.ts';
import { changesSince } from './take-back.ts';

/** Safelight ended in the middle of a call. What it stored last may be in the library's journal alone; it is made part of the change, so that its undo takes it back. */
export async function whatACutCallDid(
  since: number,
  { api, client }: { api: Api; client: string },
  desk: Desk,
): Promise<Refusal> {
  const known = new Set(desk.agentChanges(client, since).flatMap(({ changes }) => changes));
  const own = (await changesSince(api, { time: since })).filter(
    (change) => change.client === client && change.undoes === null,
  );
  const unknown = own.filter(({ id }) => !known.has(id)).reverse();
  if (unknown.length > 0) {
    const pictures = unknown.reduce((sum, { images }) => sum + images, 0);
    const id = desk.agentChanges(client, since).at(-1)?.id ?? desk.beginChange({ client, tool: '', pictures });
    desk.growChange(
      id,
      unknown.map((change) => change.id),
    );
  }
  const made = desk.agentChanges(client, since);
  const images = new Map(own.map((change) => [change.id, change.images]));
  // All pictures that were asked for counted until now.
  for (const { id, changes, pictures } of made)
    desk.endChange(
      id,
      Math.min(
        pictures,
        changes.reduce((sum, change) => sum + (images.get(change) ?? 0), 0),
      ),
    );
  return new Refusal(
    made.length > 0
      ? 'Part of it was changed: a call with this key was cut off in the middle. Nothing more was done now. `changes` can be taken back with safelight_undo.'
      : 'Nothing was changed: a call with this key was cut off before it did anything. Take another key.',
    { begun: new Date(since).toISOString(), changes: made.map(({ id }) => ({ change_id: `a${id}` })) },
  );
}
