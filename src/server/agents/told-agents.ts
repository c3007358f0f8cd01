import { tools } from '../../agents/catalog.ts';
import type { Edit } from '../../agents/module-edits.ts';
import type { Plan } from '../../agents/desk/desk.ts';
import type { AgentPlan, AgentPlanList, AgentUndone } from '../../contract/agents.ts';
import { OWN_CLIENT_IDS } from '../../settings/clients.ts';
import type { Services } from '../services.ts';

const LONGEST_VALUE = 1_000;
const MOST_TOLD = 100;

/** As it is registered; an agent of the local user has no registration. */
export const agentName = ({ clients }: Pick<Services, 'clients'>, client: string) =>
  clients.get(client)?.name ?? (client === OWN_CLIENT_IDS.agent ? 'safelight mcp' : client);

export const toolTitle = (name: string) => tools.find((tool) => tool.name === name)?.title ?? name;

type Told = Pick<Services, 'clients' | 'agents'>;

export const planSummary = (services: Told, plan: Plan): AgentPlanList['items'][number] => ({
  id: plan.id,
  client: plan.client,
  client_name: agentName(services, plan.client),
  tool: toolTitle(plan.tool),
  made: plan.made,
  state: plan.state,
  would_change: changing(plan).filter(({ image_id }) => !plan.out.includes(image_id)).length,
});

export function toldPlan(services: Told, plan: Plan): AgentPlan {
  const { desk } = services.agents;
  const items = changing(plan);
  const refused = plan.items.flatMap(({ image_id, refused: reason }) =>
    reason === null ? [] : [{ image_id, reason }],
  );
  const made = plan.result && desk.agentChanges(plan.client).find(({ id }) => id === plan.result?.change);
  return {
    ...planSummary(services, plan),
    wanted: Object.entries(plan.args).map(([name, value]) => ({
      name,
      value: (name === 'edits' ? inLines(value as Edit[]) : inWords(value)).slice(0, LONGEST_VALUE),
    })),
    items: items.map(({ image_id, changes }) => ({ image_id, changes })),
    unchanged: plan.items.length - items.length - refused.length,
    refused: refused.slice(0, MOST_TOLD),
    out: [...plan.out],
    left_this_hour: desk.picturesLeft(plan.client),
    result: resultOf(plan, made?.isUndone === false),
  };
}

function resultOf({ result }: Plan, can_undo: boolean): AgentPlan['result'] {
  if (!result) return null;
  const { change: _, ...counts } = result;
  return { ...counts, can_undo };
}

const changing = ({ items }: Plan) => items.filter(({ refused, changes }) => refused === null && changes.length > 0);

/** A module a line: `exposure: exposure 0.5, mode manual`. */
const inLines = (edits: readonly Edit[]) =>
  edits
    .map(({ operation, instance, enabled, values = [] }) => {
      const states = [
        ...(enabled === undefined ? [] : [`enabled ${String(enabled)}`]),
        ...values.map(({ field, value }) => `${field} ${value}`),
      ];
      return `${operation}${instance === undefined ? '' : ` ${instance}`}: ${states.join(', ')}`;
    })
    .join('\n');

function inWords(value: unknown): string {
  if (Array.isArray(value) && value.every((each) => typeof each !== 'object')) return value.join(', ');
  return typeof value === 'string' ? value : JSON.stringify(value);
}

export const toldUndone = ({ left, ...undone }: AgentUndone): AgentUndone => ({
  ...undone,
  left: left.slice(0, MOST_TOLD),
});
