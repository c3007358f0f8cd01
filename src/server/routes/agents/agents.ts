import type { Desk } from '../../../agents/desk/desk.ts';
import { undoAll } from '../../../agents/undo-all.ts';
import { AgentChangeList, AgentList, AgentsAnswer, AgentUndone, UndoSince } from '../../../contract/agents.ts';
import { asAppErrors, ownerApi } from '../../agents/owner-call.ts';
import { agentName, toldUndone, toolTitle } from '../../agents/told-agents.ts';
import { done, ok } from '../../routing/answers.ts';
import { json } from '../../routing/body.ts';
import { route, type Route } from '../../routing/route.ts';

const tag = 'Agents';

const HOUR_MS = 3_600_000;

function lastChange(desk: Desk, client: string): AgentList['items'][number]['last_change'] {
  const [last] = desk.agentChanges(client, Date.now() - HOUR_MS);
  if (!last) return null;
  const { id, tool, pictures, time, changes, isUndone } = last;
  return { id, tool: toolTitle(tool), pictures, time, changes: [...changes], is_undone: isUndone };
}

export const agentRoutes: readonly Route[] = [
  route({
    method: 'get',
    path: '/api/v1/agents',
    id: 'listAgents',
    tag,
    summary: 'List the agents',
    description: 'Every client that has called a tool over the Model Context Protocol, and what it did last.',
    scope: 'admin',
    answers: ok({ description: 'The last that called first.', json: AgentList }),
    errors: ['db_error'],
    handle: (services) => () => {
      const { desk, command } = services.agents;
      const { mayChange, picturesPerHour } = desk.rights();
      const items = desk.agents().map(({ client, name, tool, summary, time, asks }) => {
        const left = desk.picturesLeft(client);
        return {
          client,
          client_name: agentName(services, client),
          calls_itself: name,
          last_tool: tool && toolTitle(tool),
          last_answer: summary,
          last_time: time,
          last_change: lastChange(desk, client),
          changed_this_hour: picturesPerHour - left,
          left_this_hour: left,
          asks,
        };
      });
      return { may_change: mayChange, command: command.slice(), items };
    },
  }),
  route({
    method: 'post',
    path: '/api/v1/agents/answer',
    id: 'answerAgents',
    tag,
    summary: 'Answer whether agents may change things',
    description: 'Sets `agentsMayChange`, for all agents. Who asked has been answered.',
    scope: 'admin',
    body: json(AgentsAnswer, { may_change: false }),
    answers: done('It is so.'),
    errors: ['invalid_settings', 'storage_error'],
    handle:
      ({ admin, agents }) =>
      async ({ body: { may_change: agentsMayChange } }) => {
        await admin.changeSettings({ agentsMayChange });
        agents.desk.answered();
      },
  }),
  route({
    method: 'get',
    path: '/api/v1/agents/:clientId/changes',
    id: 'listAgentChanges',
    tag,
    summary: 'List the changes of an agent',
    scope: 'admin',
    answers: ok({ description: 'Newest first.', json: AgentChangeList }),
    errors: ['db_error'],
    handle:
      ({ agents }) =>
      ({ params: { clientId } }) => ({
        items: agents.desk.agentChanges(clientId).map(({ id, tool, pictures, time, isUndone }) => ({
          id,
          tool: toolTitle(tool),
          pictures,
          time,
          is_undone: isUndone,
        })),
      }),
  }),
  route({
    method: 'post',
    path: '/api/v1/agents/:clientId/undo',
    id: 'undoAgentChanges',
    tag,
    summary: 'Undo all that an agent did since a time',
    description: 'What somebody changed again since is left as it is, and listed.',
    scope: 'admin',
    body: json(UndoSince, { since: 1719055267000 }),
    answers: ok({ description: 'What was taken back.', json: AgentUndone }),
    errors: ['read_only', 'conflict', 'db_write_error', 'library_unavailable'],
    handle:
      (services) =>
      async ({ params: { clientId: client }, body: { since }, req, res }) => {
        const api = ownerApi(services, { req, res });
        const { undone, ...rest } = await asAppErrors(undoAll({ api, client, since }));
        return toldUndone({ ...rest, changes: undone });
      },
  }),
];
