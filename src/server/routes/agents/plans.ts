import { changeTools } from '../../../agents/change-tools.ts';
import type { Desk, Plan } from '../../../agents/desk/desk.ts';
import { runKeptPlan } from '../../../agents/kept-plan.ts';
import { takeBack } from '../../../agents/take-back.ts';
import { AgentPlan, AgentPlanList, AgentPlanOut, AgentUndone } from '../../../contract/agents.ts';
import { AppError } from '../../../platform/errors.ts';
import { asAppErrors, ownerApi, ownerCall } from '../../agents/owner-call.ts';
import { planSummary, toldPlan, toldUndone } from '../../agents/told-agents.ts';
import { ok } from '../../routing/answers.ts';
import { json } from '../../routing/body.ts';
import { route, type Route } from '../../routing/route.ts';

const tag = 'Agents';
const PLAN = '/api/v1/agents/plans/:planId';
const told = ok({ description: 'The plan.', json: AgentPlan });

export const agentPlanRoutes: readonly Route[] = [
  route({
    method: 'get',
    path: '/api/v1/agents/plans',
    id: 'listAgentPlans',
    tag,
    summary: 'List the plans of agents',
    scope: 'admin',
    answers: ok({ description: 'Newest first.', json: AgentPlanList }),
    handle: (services) => () => ({
      items: services.agents.desk.plans().map((plan) => planSummary(services, plan)),
    }),
  }),
  route({
    method: 'get',
    path: PLAN,
    id: 'getAgentPlan',
    tag,
    summary: 'Read a plan',
    scope: 'admin',
    answers: told,
    errors: ['db_error'],
    handle:
      (services) =>
      ({ params: { planId } }) =>
        toldPlan(services, planOf(services.agents.desk, planId)),
  }),
  route({
    method: 'patch',
    path: PLAN,
    id: 'changeAgentPlan',
    tag,
    summary: 'Change a plan',
    description: 'Whoever runs the plan leaves them as they are.',
    scope: 'admin',
    body: json(AgentPlanOut, { out: [4711] }),
    answers: told,
    errors: ['conflict', 'db_error'],
    handle:
      (services) =>
      ({ params: { planId }, body: { out } }) => {
        const { desk } = services.agents;
        const plan = openPlan(desk, planId);
        const known = new Set(plan.items.map(({ image_id }) => image_id));
        const unknown = out.find((id) => !known.has(id));
        if (unknown !== undefined) throw new AppError('invalid_body', `out: the plan has no picture ${unknown}.`);
        return toldPlan(services, desk.settlePlan(planId, { out: [...new Set(out)] }));
      },
  }),
  route({
    method: 'post',
    path: `${PLAN}/refuse`,
    id: 'refuseAgentPlan',
    tag,
    summary: 'Answer a plan with no',
    description: 'Nobody can run it any more.',
    scope: 'admin',
    answers: told,
    errors: ['conflict', 'db_error'],
    handle:
      (services) =>
      ({ params: { planId } }) => {
        const { desk } = services.agents;
        openPlan(desk, planId);
        return toldPlan(services, desk.settlePlan(planId, { state: 'refused' }));
      },
  }),
  route({
    method: 'post',
    path: `${PLAN}/accept`,
    id: 'acceptAgentPlan',
    tag,
    summary: 'Run a plan',
    description:
      "Does it now, in the agent's name and with your rights, whether or not agents may change things. What takes longer goes on after the answer, with `result` null; the event `agents-changed` tells of its end.",
    scope: 'admin',
    answers: told,
    errors: ['read_only', 'conflict', 'db_error', 'db_write_error', 'library_unavailable'],
    handle:
      (services) =>
      async ({ params: { planId }, req, res }) => {
        const { desk, jobs } = services.agents;
        const plan = openPlan(desk, planId);
        const tool = changeTools.find(({ name }) => name === plan.tool);
        if (!tool) throw new AppError('conflict', `This Safelight has no tool ${plan.tool}.`);
        const call = ownerCall(services, { req, res }, plan.client);
        await asAppErrors(
          jobs.inTime(
            jobs.start(plan.client, plan.tool, (signal) => runKeptPlan(plan, tool, { ...call, signal })),
            call.signal,
          ),
        );
        return toldPlan(services, planOf(desk, planId));
      },
  }),
  route({
    method: 'post',
    path: `${PLAN}/undo`,
    id: 'undoAgentPlan',
    tag,
    summary: 'Undo what a plan has changed',
    description: 'What somebody changed again since is left as it is, and listed.',
    scope: 'admin',
    answers: ok({ description: 'What was taken back.', json: AgentUndone }),
    errors: ['read_only', 'conflict', 'db_error', 'db_write_error', 'library_unavailable'],
    handle:
      (services) =>
      async ({ params: { planId }, req, res }) => {
        const { desk } = services.agents;
        const { client, result } = planOf(desk, planId);
        const change = desk.agentChanges(client).find(({ id }) => id === result?.change);
        if (!change || change.isUndone)
          throw new AppError('conflict', 'The plan has changed nothing, or it was taken back.');
        const { undone, ...rest } = await asAppErrors(takeBack(change.changes, ownerApi(services, { req, res })));
        return toldUndone({ ...rest, changes: undone.length });
      },
  }),
];

/** Throws `not_found`. */
function planOf(desk: Desk, id: number): Plan {
  const plan = desk.plan(id);
  if (!plan) throw new AppError('not_found', `There is no plan ${id}.`);
  return plan;
}

/** Throws `not_found`; `conflict` when it was refused or run. */
function openPlan(desk: Desk, id: number): Plan {
  const plan = planOf(desk, id);
  if (plan.state !== 'open') throw new AppError('conflict', 'This plan was refused or run already.');
  return plan;
}
