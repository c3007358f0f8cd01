import { queryOptions } from '@tanstack/react-query';
import type { HistoryCopy, HistoryStep, ImageHistory } from '../../contract/history.ts';
import { livePollMs } from './live-state.ts';
import { queryClient } from './query-client.ts';
import { get, send } from './request.ts';

export type { HistoryCopy, HistoryStep, ImageHistory };

/** Every step, oldest first, those that were undone as well. */
export const historyQuery = (id: number) =>
  queryOptions({
    queryKey: ['history', id],
    queryFn: ({ signal }) => get<ImageHistory>(`/api/v1/images/${id}/history`, signal),
    refetchInterval: livePollMs,
    staleTime: 5000,
  });

/** What can be done to the history of one image. */
export type HistoryAct =
  /** As many steps are to be in force. */
  | { is: 'end'; end: number }
  | { is: 'compress' }
  | { is: 'discard' }
  /** Takes an instance of a module out. */
  | { is: 'remove'; operation: string; instance: number }
  /** Masks an instance with the shapes of another one. */
  | { is: 'mask'; operation: string; instance: number; from: { operation: string; instance: number } }
  | Addition;

/** A new step on top; undone steps are dropped. */
export type Addition =
  /** Of a module that the image does not have, with darktable's defaults. */
  | { is: 'add'; operation: string }
  /** Of a further instance, with the defaults; `from`: with the parameters of that one. */
  | { is: 'instance'; operation: string; from?: number }
  /** Moves an instance in the pipe, right before or after another one. Only if its last step is another's, one is added. */
  | ({ is: 'move'; operation: string; instance: number } & MoveTo)
  | { is: 'preset'; operation: string; instance: number; name: string; label: string }
  /** An older version of a module as darktable converts it. */
  | { is: 'convert'; operation: string; instance: number };

interface Anchor {
  operation: string;
  instance: number;
}
export type MoveTo = { before: Anchor } | { after: Anchor };

export const isAddition = (act: HistoryAct): act is Addition =>
  ['add', 'instance', 'move', 'preset', 'convert'].includes(act.is);

/** Does it, and gives the journal's id of the change; null when there was nothing to do. */
export async function changeHistory(id: number, act: HistoryAct): Promise<number | null> {
  const answer = await request(`/api/v1/images/${id}`, act);
  queryClient.setQueryData(historyQuery(id).queryKey, (await answer.json()) as ImageHistory);
  for (const name of ['masks', 'module-order']) void queryClient.invalidateQueries({ queryKey: [name, id] });
  const made = answer.headers.get('x-change');
  return made === null ? null : Number(made);
}

function request(image: string, act: HistoryAct): Promise<Response> {
  switch (act.is) {
    case 'end':
      return send(`${image}/history`, withBody('PATCH', { end: act.end }));
    case 'compress':
      return send(`${image}/history/compress`, { method: 'POST' });
    case 'discard':
      return send(`${image}/history`, { method: 'DELETE' });
    case 'remove':
      return send(`${image}/modules/${act.operation}?instance=${act.instance}`, { method: 'DELETE' });
    case 'mask': {
      const { operation, instance, from } = act;
      return send(`${image}/modules/${operation}/mask`, withBody('POST', { instance, from }));
    }
    case 'add':
      return send(`${image}/modules/${act.operation}`, { method: 'PUT' });
    case 'instance':
      return send(
        `${image}/modules/${act.operation}/instances`,
        withBody('POST', act.from === undefined ? {} : { from: act.from }),
      );
    case 'move': {
      const { is: _is, operation, ...to } = act;
      return send(`${image}/modules/${operation}/move`, withBody('POST', to));
    }
    case 'convert':
      return send(`${image}/modules/${act.operation}/conversion`, withBody('POST', { instance: act.instance }));
    case 'preset':
      return send(
        `${image}/modules/${act.operation}/preset`,
        withBody('POST', { name: act.name, instance: act.instance }),
      );
  }
}

const withBody = (method: string, body: object): RequestInit => ({
  method,
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});
