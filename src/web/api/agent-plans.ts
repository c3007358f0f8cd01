import { queryOptions } from '@tanstack/react-query';
import type { AgentPlan, AgentPlanList, AgentUndone } from '../../contract/agents.ts';
import { AGENTS } from './agents.ts';
import { queryClient } from './query-client.ts';
import { get, send } from './request.ts';

export const agentPlansQuery = queryOptions({
  queryKey: ['admin', 'agents', 'plans'],
  queryFn: ({ signal }) => get<AgentPlanList>(`${AGENTS}/plans`, signal),
});
export const agentPlanQuery = (id: number) =>
  queryOptions({
    queryKey: ['admin', 'agents', 'plans', id],
    queryFn: ({ signal }) => get<AgentPlan>(`${AGENTS}/plans/${id}`, signal),
  });

async function ask<Body>(method: string, path: string, body?: object): Promise<Body> {
  const answer = await send(`${AGENTS}${path}`, {
    method,
    ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  });
  return (answer.status === 204 ? undefined : await answer.json()) as Body;
}

async function settle(id: number, method: string, what: string, body?: object): Promise<void> {
  const plan = await ask<AgentPlan>(method, `/plans/${id}${what}`, body);
  queryClient.setQueryData(agentPlanQuery(id).queryKey, plan);
}
export const takeOut = (id: number, out: readonly number[]) => settle(id, 'PATCH', '', { out });
export const acceptPlan = (id: number) => settle(id, 'POST', '/accept');
export const refusePlan = (id: number) => settle(id, 'POST', '/refuse');
export const undoPlan = (id: number) => ask<AgentUndone>('POST', `/plans/${id}/undo`);

export const answerAgents = (may_change: boolean) => ask<undefined>('POST', '/answer', { may_change });
export const undoAgent = (client: string, since: number) =>
  ask<AgentUndone>('POST', `/${encodeURIComponent(client)}/undo`, { since });
