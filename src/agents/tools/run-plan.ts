import { z } from 'zod';
import { changeOutput, type ChangeTool } from '../change-tool.ts';
import { runKeptPlan } from '../kept-plan.ts';
import { Refusal } from '../refusal.ts';
import { tool } from '../tool.ts';

/** Does what a dry run has told. `changeTools`: those whose dry runs there are. */
export const runPlan = (changeTools: readonly ChangeTool[]) =>
  tool({
    name: 'safelight_run_plan',
    title: 'Run a plan',
    description:
      'Does what a dry run has planned, with the same values, for the pictures that the photographer left in it. Pictures that were changed since are refused one by one. A plan runs once.',
    input: z.strictObject({
      plan: z.string().max(20).describe('Name of the plan, such as p3'),
      idempotency_key: z.string().max(100).optional(),
    }),
    output: changeOutput,
    scopes: ['images:read'],
    kind: 'changes',
    async run({ plan: name }, call) {
      const plan = call.desk.plan(Number(/^p(\d{1,15})$/.exec(name)?.[1] ?? -1));
      if (plan?.client !== call.client)
        throw new Refusal('Nothing was changed: there is no such plan.', { plan: name });
      if (plan.state === 'refused') throw new Refusal('Nothing was changed: the photographer has refused this plan.');
      if (plan.state === 'run') throw new Refusal('Nothing was changed: this plan was run already.');
      const planned = changeTools.find((each) => each.name === plan.tool);
      const lacking = planned?.scopes.filter((scope) => !call.scopes.has(scope)) ?? [];
      if (!planned || lacking.length > 0)
        throw new Refusal('Nothing was changed: this client lacks a right that the plan needs.', {
          missing_scopes: lacking,
        });
      return runKeptPlan(plan, planned, call);
    },
  });
