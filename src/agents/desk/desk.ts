import type { Problem } from '../problem.ts';

/** What the owner lets agents do: settings. */
export interface AgentRights {
  mayChange: boolean;
  /** Changed pictures per client. Dry runs and undo do not count. */
  picturesPerHour: number;
  /** Pictures of any size that leave, per client. */
  pixelsPerMinute: number;
  /** Coordinates, place tags and folders. */
  mayReadPlaces: boolean;
}

/** What would become of a picture, or why nothing would. */
export interface Outlook {
  image_id: number;
  /** Changes whenever what the change depends on does. */
  version: string;
  changes: { field: string; before: string; after: string }[];
  /** null: it would be changed. */
  refused: string | null;
  /** What is wrong with the values, for this picture. */
  problems?: readonly Problem[];
}

export const PLAN_STATES = ['open', 'accepted', 'refused', 'run'] as const;
export type PlanState = (typeof PLAN_STATES)[number];

/** How a plan ended. */
export interface PlanResult {
  changed: number;
  unchanged: number;
  refused: number;
  /** The first of them. */
  refusals: { image_id: number; reason: string }[];
  /** Of `AgentChange`; null: nothing was changed. */
  change: number | null;
}

/** A dry run that is kept: a run of it does this and nothing else. */
export interface Plan {
  id: number;
  client: string;
  tool: string;
  args: Readonly<Record<string, unknown>>;
  items: readonly Outlook[];
  /** Pictures that the photographer took out. */
  out: readonly number[];
  state: PlanState;
  /** null: it was not run, or runs. */
  result: PlanResult | null;
  /** Unix milliseconds. */
  made: number;
}

/** What a call has changed: one or more changes of the library's journal, taken back together. */
export interface AgentChange {
  id: number;
  client: string;
  tool: string;
  /** Of the journal, oldest first. */
  changes: readonly number[];
  pictures: number;
  time: number;
  /** Nothing of it stands in the journal, whoever took it back. */
  isUndone: boolean;
}

/** An agent as the owner sees it. */
export interface AgentSeen {
  client: string;
  /** What it calls itself: text, not to be trusted. */
  name: string | null;
  tool: string;
  /** The first sentence of the last answer. */
  summary: string;
  time: number;
  /** It was refused a change since the owner last decided. */
  asks: boolean;
}

/** What became of a call with this key before. */
export type FormerCall =
  { is: 'new' } | { is: 'other' } | { is: 'cut'; since: number } | { is: 'ended'; answer: string };

/** What Safelight remembers of agents, over both doors and over restarts. */
export interface Desk {
  rights(): AgentRights;
  /** A frozen list of pictures under a short name, for this client and this library. */
  keepSelection(client: string, imageIds: readonly number[], words: string): string;
  /** null: this client has none of that name. */
  selection(client: string, name: string): readonly number[] | null;
  makePlan(plan: Pick<Plan, 'client' | 'tool' | 'args' | 'items'>): Plan;
  /** null: there is none, of this library. */
  plan(id: number): Plan | null;
  plans(): Plan[];
  settlePlan(id: number, settled: { state?: PlanState; out?: readonly number[]; result?: PlanResult }): Plan;
  /** How many pictures the client may still change within this hour. */
  picturesLeft(client: string): number;
  /** How many pictures may still leave within this minute; they are counted when they leave. */
  takePixels(client: string, pictures: number): boolean;
  /** A change begins. All its pictures count until it ends, so that calls at the same time share what is left. */
  beginChange(change: Pick<AgentChange, 'client' | 'tool' | 'pictures'>): number;
  /** More of it is in the library's journal. */
  growChange(id: number, changes: readonly number[]): void;
  /** Forgets it if it has changed nothing. */
  endChange(id: number, pictures: number): void;
  /** Newest first; of all clients when none is named. */
  agentChanges(client: string | null, since?: number): AgentChange[];
  /** Something in the journal was taken back: the owner may see a change of an agent in it. */
  undone(): void;
  beginCall(client: string, tool: string, key: string, args: string): FormerCall;
  endCall(client: string, tool: string, key: string, answer: string): void;
  /** Forgets a call that did nothing, so that its key can be used again. */
  dropCall(client: string, tool: string, key: string): void;
  seen(agent: Omit<AgentSeen, 'time' | 'asks'>): void;
  /** A change was refused because agents may not change things: the owner is asked. */
  askOwner(client: string): void;
  /** The owner has decided, for all. */
  answered(): void;
  agents(): AgentSeen[];
  close(): void;
}
