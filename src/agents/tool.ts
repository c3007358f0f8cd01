import type { z } from 'zod';
import type { Scope } from '../contract/scopes.ts';
import type { Answer } from './answer.ts';
import type { Api } from './api.ts';
import type { Desk } from './desk/desk.ts';
import type { Jobs } from './jobs.ts';
import type { PictureWork } from './picture-work.ts';

export type { Answer, Picture } from './answer.ts';

/** Who called, and what the call may use. */
export interface Call {
  api: Api;
  desk: Desk;
  /** The registered client, or Safelight's own for an agent of the local user. */
  client: string;
  scopes: ReadonlySet<Scope>;
  /** Why this caller may change nothing now, in half a sentence; null: it may. Asked again between two pieces of work. */
  whyNoChanges(): string | null;
  /** It is to stop: between two pictures. What is done stays. */
  signal: AbortSignal;
  progress(done: number, of: number): void;
  /** The address of Safelight's page. */
  origin: string;
}

/** What else a tool may use that an agent itself has called. */
export interface AgentCall extends Call {
  pictures: PictureWork;
  jobs: Jobs;
}

export interface Tool<Input extends z.ZodObject = z.ZodObject> {
  name: `safelight_${string}`;
  title: string;
  /** At most 2,000 characters, the rules among the first 500: hosts cut the rest unseen. */
  description: string;
  /** Unknown arguments are refused. See `schemas.test.ts` for what hosts do not understand in a schema. */
  input: Input;
  /** null: it answers with pictures. Several hosts show the model nothing but `structuredContent`, so such an answer has none. */
  output: z.ZodObject | null;
  scopes: readonly Scope[];
  /** `changes`: needs the switch *Agents may change things*, and counts against the cap. `undoes` needs the switch only. */
  kind: 'reads' | 'changes' | 'undoes';
  /** Called again with the same arguments, it does nothing more. */
  isIdempotent?: boolean;
  run(input: z.output<Input>, call: AgentCall): Promise<Answer>;
}

/** Declares a tool. The types of its arguments are those of `run`. */
export const tool = <const Input extends z.ZodObject>(declaration: Tool<Input>): Tool => declaration;
