import { queryOptions } from '@tanstack/react-query';
import type { AgentList } from '../../contract/agents.ts';
import { queryClient } from './query-client.ts';
import { get } from './request.ts';

export const AGENTS = '/api/v1/agents';

/** News tells when they change. */
export const agentsQuery = queryOptions({
  queryKey: ['admin', 'agents'],
  queryFn: ({ signal }) => get<AgentList>(AGENTS, signal),
});

/** An agent did something, or asks; or a plan was made or settled. */
export const agentsChanged = () => void queryClient.invalidateQueries({ queryKey: agentsQuery.queryKey });
