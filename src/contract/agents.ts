import { z } from 'zod';
import { ClientId } from './clients.ts';

/** An assistant that has called over the Model Context Protocol. */
export const Agent = z
  .object({
    client: ClientId,
    client_name: z.string().describe('As it is registered here'),
    calls_itself: z.string().nullable().describe('The name that it gives itself: not to be trusted'),
    last_tool: z.string().describe('Title of the tool that it called last; empty: of none'),
    last_answer: z.string().describe('The first sentence of what it was answered'),
    last_time: z.int().describe('Unix milliseconds'),
    last_change: z
      .object({
        id: z.int(),
        tool: z.string().describe('Title of the tool'),
        pictures: z.int(),
        time: z.int().describe('Unix milliseconds'),
        changes: z.array(z.int()).describe('As they stand in the list of changes, oldest first'),
        is_undone: z.boolean(),
      })
      .nullable()
      .describe('Within this hour; null: none'),
    changed_this_hour: z.int().describe('Pictures'),
    left_this_hour: z.int().describe('Pictures that it may still change'),
    asks: z.boolean().describe('It was refused a change since you last decided'),
  })
  .meta({ id: 'Agent' });
export type Agent = z.infer<typeof Agent>;

export const AgentList = z
  .object({
    may_change: z.boolean(),
    command: z
      .array(z.string())
      .describe('What a host on this computer starts, with absolute paths where they are known'),
    items: z.array(Agent),
  })
  .meta({ id: 'AgentList' });
export type AgentList = z.infer<typeof AgentList>;

export const AgentsAnswer = z.strictObject({ may_change: z.boolean() }).meta({ id: 'AgentsAnswer' });

const AgentRefusal = z.object({ image_id: z.int(), reason: z.string() });

export const AgentPlanResult = z
  .object({
    changed: z.int(),
    unchanged: z.int(),
    refused: z.int(),
    refusals: z.array(AgentRefusal).describe('The first hundred'),
    can_undo: z.boolean(),
  })
  .meta({ id: 'AgentPlanResult' });
export type AgentPlanResult = z.infer<typeof AgentPlanResult>;

const plan = {
  id: z.int(),
  client: ClientId,
  client_name: z.string().describe('As it is registered here'),
  tool: z.string().describe('What would be done: the title of the tool'),
  made: z.int().describe('Unix milliseconds'),
  state: z.enum(['open', 'accepted', 'refused', 'run']),
  would_change: z.int().describe('Pictures, without those that were taken out'),
};
export const AgentPlanSummary = z.object(plan).meta({ id: 'AgentPlanSummary' });
export const AgentPlanList = z.object({ items: z.array(AgentPlanSummary) }).meta({ id: 'AgentPlanList' });
export type AgentPlanList = z.infer<typeof AgentPlanList>;

export const AgentPlan = z
  .object({
    ...plan,
    wanted: z.array(z.object({ name: z.string(), value: z.string() })).describe('What the agent asked for'),
    items: z
      .array(
        z.object({
          image_id: z.int(),
          changes: z.array(z.object({ field: z.string(), before: z.string(), after: z.string() })),
        }),
      )
      .describe('What would become of each picture'),
    unchanged: z.int().describe('Pictures that are so already'),
    refused: z.array(AgentRefusal).describe('Pictures that cannot be changed'),
    out: z.array(z.int()).describe('Pictures that you took out'),
    left_this_hour: z.int().describe('Pictures that the agent may still change within this hour'),
    result: AgentPlanResult.nullable().describe('null: it was not run, or runs'),
  })
  .meta({ id: 'AgentPlan' });
export type AgentPlan = z.infer<typeof AgentPlan>;

export const AgentPlanOut = z
  .strictObject({ out: z.array(z.int()).describe('All pictures that are to stay as they are') })
  .meta({ id: 'AgentPlanOut' });

export const AgentChangeList = z
  .object({
    items: z.array(
      z.object({
        id: z.int(),
        tool: z.string(),
        pictures: z.int(),
        time: z.int().describe('Unix milliseconds'),
        is_undone: z.boolean(),
      }),
    ),
  })
  .meta({ id: 'AgentChangeList' });

export const UndoSince = z
  .strictObject({ since: z.int().min(0).describe('Unix milliseconds') })
  .meta({ id: 'UndoSince' });

export const AgentUndone = z
  .object({
    changes: z.int().describe('How many were taken back, whole or in part'),
    restored: z.int().describe('Pictures, counted with each change'),
    left: z
      .array(z.object({ image_id: z.int(), field: z.string() }))
      .describe('Changed again since: left as it is. The first hundred'),
    problems: z.array(z.string()).describe('Why something could not be taken back'),
  })
  .meta({ id: 'AgentUndone' });
export type AgentUndone = z.infer<typeof AgentUndone>;
