import type { CallToolResult } from '@modelcontextprotocol/server';
import type { Scope } from '../contract/scopes.ts';
import { AppError, reasonOf } from '../platform/errors.ts';
import type { Log } from '../platform/log.ts';
import { refused, resultOf } from './answers.ts';
import { ApiError, type Api } from './api.ts';
import { readArguments } from './arguments.ts';
import type { Desk } from './desk/desk.ts';
import type { Caller } from './face.ts';
import { Jobs } from './jobs.ts';
import type { PictureWork } from './picture-work.ts';
import { Refusal } from './refusal.ts';
import type { AgentCall, Tool } from './tool.ts';

/** The rights with which a tool is called. */
export interface Rights {
  client: string;
  scopes: ReadonlySet<Scope>;
  api: Api;
  /** The local user has said so at the door, whatever the setting says. */
  isAllowedToChange: boolean;
  /** null: the rights are as they were. Else why they are not. */
  whyEnded(): string | null;
}

interface RunnerOptions {
  desk: Desk;
  jobs: Jobs;
  pictures: PictureWork;
  log: Log;
  origin: () => string;
  /** Why nothing can be changed by anybody; null: it can. */
  whyReadOnly: () => string | null;
}

/** Runs tools in the server: rights, arguments, keys, and what the owner is told. */
export const toolRunner =
  ({ desk, jobs, pictures, log, origin, whyReadOnly }: RunnerOptions) =>
  async (tool: Tool, given: unknown, caller: Caller, rights: Rights): Promise<CallToolResult> => {
    const { client, scopes, api } = rights;
    const run = async (): Promise<CallToolResult> => {
      const lacking = tool.scopes.filter((scope) => !scopes.has(scope));
      if (lacking.length > 0)
        throw new Refusal(
          `Nothing was done: this client lacks the right ${lacking.join(', ')}. Repeating it does not help; the photographer can give it in the settings, under Clients.`,
          { missing_scopes: lacking },
        );
      const args: Record<string, unknown> = readArguments(tool.input, given);
      const isForReal = tool.kind !== 'reads' && args.dry_run !== true;
      if (isForReal && whyReadOnly() !== null)
        throw new Refusal('Nothing was changed: Safelight is in read-only mode, or the library cannot be written.', {
          reason: whyReadOnly(),
        });
      const call: AgentCall = {
        api,
        pictures,
        desk,
        client,
        scopes,
        signal: caller.signal,
        progress: (done, of) => caller.progress(done, of),
        origin: origin(),
        whyNoChanges: () =>
          rights.whyEnded() ??
          (rights.isAllowedToChange || desk.rights().mayChange ? null : 'agents may not change anything here'),
      };
      return withKey(desk, tool, client, args, async () => {
        const answer = await jobs.inTime(
          client,
          tool.name,
          (signal) => tool.run(args, { ...call, signal }),
          caller.signal,
        );
        return resultOf(answer);
      });
    };

    let result: CallToolResult;
    try {
      result = await run();
    } catch (error) {
      if (!(error instanceof Refusal || error instanceof ApiError || error instanceof AppError))
        log.error({ err: error, tool: tool.name }, 'A tool of an agent failed');
      result = refused(error);
    }
    const [first] = result.content;
    const summary = first?.type === 'text' ? (first.text.split('\n', 1)[0] ?? '') : '';
    try {
      desk.seen({ client, name: caller.name, tool: tool.name, summary });
    } catch (error) {
      log.warn({ reason: reasonOf(error) }, 'The list of agents cannot be written');
    }
    return result;
  };

/** An idempotency key: the same call again changes nothing more and gives the same answer, also after a restart. */
async function withKey(
  desk: Desk,
  { name }: Tool,
  client: string,
  args: Record<string, unknown>,
  run: () => Promise<CallToolResult>,
): Promise<CallToolResult> {
  const { idempotency_key: key, ...others } = args;
  if (typeof key !== 'string') return run();
  const former = desk.beginCall(client, name, key, JSON.stringify(others));
  if (former.is === 'ended') return JSON.parse(former.answer) as CallToolResult;
  if (former.is === 'other')
    throw new Refusal('Nothing was done: this idempotency key was used with other arguments. Take another key.');
  if (former.is === 'cut')
    throw new Refusal(
      'Nothing was done now: a call with this key is running or was cut off. Look at safelight_list_changes for what it did.',
      { begun: new Date(former.since).toISOString() },
    );
  try {
    const result = await run();
    if (result.isError) desk.dropCall(client, name, key);
    else desk.endCall(client, name, key, JSON.stringify(result));
    return result;
  } catch (error) {
    desk.dropCall(client, name, key);
    throw error;
  }
}
