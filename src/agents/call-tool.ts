import type { CallToolResult } from '@modelcontextprotocol/server';
import type { Scope } from '../contract/scopes.ts';
import { AppError, reasonOf } from '../platform/errors.ts';
import type { Log } from '../platform/log.ts';
import { refused, resultOf } from './answers.ts';
import { ApiError, type Api } from './api.ts';
import { readArguments } from './arguments.ts';
import type { Desk } from './desk/desk.ts';
import type { Caller } from './face.ts';
import { whatACutCallDid } from './cut-call.ts';
import type { Jobs, Work } from './jobs.ts';
import type { PictureWork } from './picture-work.ts';
import { Refusal } from './refusal.ts';
import type { Answer, AgentCall, Tool } from './tool.ts';

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
export function toolRunner({ desk, jobs, pictures, log, origin, whyReadOnly }: RunnerOptions) {
  /** Calls with a key that are being worked on. */
  const running = new Map<string, Work>();

  const called = async (tool: Tool, given: unknown, caller: Caller, rights: Rights): Promise<CallToolResult> => {
    const { client, scopes, api } = rights;
    const lacking = tool.scopes.filter((scope) => !scopes.has(scope));
    if (lacking.length > 0)
      throw new Refusal(
        `Nothing was done: this client lacks the right ${lacking.join(', ')}. Repeating it does not help; the photographer can give it in the settings, under Clients.`,
        { missing_scopes: lacking },
      );
    const { idempotency_key: key, ...args }: Record<string, unknown> = readArguments(tool.input, given);
    const isForReal = tool.kind !== 'reads' && args.dry_run !== true;
    if (isForReal && whyReadOnly() !== null)
      throw new Refusal('Nothing was changed: Safelight is in read-only mode, or the library cannot be written.', {
        reason: whyReadOnly(),
      });
    const call: Omit<AgentCall, 'signal'> = {
      api,
      pictures,
      desk,
      jobs,
      client,
      scopes,
      progress: (done, of) => caller.progress(done, of),
      origin: origin(),
      whyNoChanges: () =>
        rights.whyEnded() ??
        (rights.isAllowedToChange || desk.rights().mayChange ? null : 'agents may not change anything here'),
    };
    const start = () => jobs.start(client, tool.name, (signal) => tool.run(args, { ...call, signal }));
    if (typeof key !== 'string') return resultOf(await ended(start(), tool, caller.signal));

    const name = JSON.stringify([client, tool.name, key]);
    const former = desk.beginCall(client, tool.name, key, canonical(args));
    if (former.is === 'ended') return JSON.parse(former.answer) as CallToolResult;
    if (former.is === 'other')
      throw new Refusal('Nothing was done: this idempotency key was used with other arguments. Take another key.');
    let work = running.get(name);
    if (!work) {
      if (former.is === 'cut') throw await whatACutCallDid(former.since, rights, desk);
      work = keyed(start(), name, {
        end: (answer) => desk.endCall(client, tool.name, key, JSON.stringify(resultOf(answer))),
        drop: () => desk.dropCall(client, tool.name, key),
      });
    }
    return resultOf(await ended(work, tool, caller.signal));
  };

  /** A caller that goes away ends reading. A change ends whole. */
  const ended = async (work: Work, { kind }: Tool, caller: AbortSignal) => {
    const stop = () => work.stop();
    if (kind === 'reads') caller.addEventListener('abort', stop, { once: true });
    try {
      return await jobs.inTime(work, caller);
    } finally {
      // After each answer, the caller's signal is aborted.
      caller.removeEventListener('abort', stop);
    }
  };

  /** The same call again changes nothing more and gives the same answer, also after a restart. What did nothing is forgotten. */
  const keyed = (
    work: Work,
    name: string,
    { end, drop }: { end: (answer: Answer) => void; drop: () => void },
  ): Work => {
    const answer = work.answer
      .then(
        (given) => {
          end(given);
          return given;
        },
        (error: unknown) => {
          drop();
          throw error;
        },
      )
      .finally(() => running.delete(name));
    const kept = { ...work, answer };
    running.set(name, kept);
    return kept;
  };

  return async (tool: Tool, given: unknown, caller: Caller, rights: Rights): Promise<CallToolResult> => {
    let result: CallToolResult;
    try {
      result = await called(tool, given, caller, rights);
    } catch (error) {
      if (!(error instanceof Refusal || error instanceof ApiError || error instanceof AppError))
        log.error({ err: error, tool: tool.name }, 'A tool of an agent failed');
      result = refused(error);
    }
    const [first] = result.content;
    const summary = first?.type === 'text' ? (first.text.split('\n', 1)[0] ?? '') : '';
    try {
      desk.seen({ client: rights.client, name: caller.name, tool: tool.name, summary });
    } catch (error) {
      log.warn({ reason: reasonOf(error) }, 'The list of agents cannot be written');
    }
    return result;
  };
}

/** The same for the same arguments, in whatever order they come. */
const canonical = (value: unknown): string =>
  JSON.stringify(value, (_key, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([one], [other]) => (one < other ? -1 : 1)))
      : inner,
  );
