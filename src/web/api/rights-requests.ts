import { queryOptions } from '@tanstack/react-query';
import type {
  MoreRights,
  OwnRightsAnswer,
  OwnRightsRequest,
  RightsRequestList,
} from '../../contract/rights-requests.ts';
import { queryClient } from './query-client.ts';
import { get, send } from './request.ts';

const PATH = '/api/v1/rights-requests';
const ADMIN_PATH = '/api/v1/admin/rights-requests';
/** No event tells that a request is over. */
const LOOK_MS = 10_000;

const post = (path: string, body: object) =>
  send(path, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });

/** What this device has asked for, and the answer. */
export const ownRequestQuery = queryOptions({
  queryKey: ['rights-request'],
  queryFn: ({ signal }) => get<OwnRightsAnswer>(PATH, signal),
  refetchInterval: ({ state }) => (state.data?.request ? LOOK_MS : false),
});

/** Throws an ApiError `conflict` or `slow_down`. */
export async function askForRights(rights: MoreRights): Promise<void> {
  const request = (await (await post(PATH, { rights })).json()) as OwnRightsRequest;
  queryClient.setQueryData(ownRequestQuery.queryKey, { request });
}

/** The devices that ask. */
export const rightsRequestsQuery = queryOptions({
  queryKey: ['admin', 'rights-requests'],
  queryFn: ({ signal }) => get<RightsRequestList>(ADMIN_PATH, signal),
  refetchInterval: LOOK_MS,
});

export const answerRightsRequest = ({ id, granted }: { id: string; granted: boolean }) =>
  post(`${ADMIN_PATH}/${encodeURIComponent(id)}`, { granted });
