import { z } from 'zod';
import type { ChangeTool } from './change-tool.ts';
import type { Plan } from './desk/desk.ts';
import type { Answer, Call } from './tool.ts';

/** What stays with the plan. */
const Result = z.object({
  changed: z.int(),
  unchanged: z.int(),
  refused: z.int(),
  refusals: z.array(z.object({ image_id: z.int(), reason: z.string() })),
  change_id: z.string().optional(),
});

/** Does what a dry run has told, once. Throws Refusal or ApiError; then nothing was done. */
export async function runKeptPlan(plan: Plan, tool: ChangeTool, call: Call): Promise<Answer> {
  const { desk } = call;
  // Before it begins, so that it runs once whoever calls at the same time.
  desk.settlePlan(plan.id, { state: 'run' });
  try {
    const answer = await tool.runPlanned(plan, call);
    const { change_id, ...result } = Result.parse(answer.data);
    desk.settlePlan(plan.id, {
      result: { ...result, change: change_id === undefined ? null : Number(change_id.slice(1)) },
    });
    return answer;
  } catch (error) {
    desk.settlePlan(plan.id, { state: plan.state });
    throw error;
  }
}
