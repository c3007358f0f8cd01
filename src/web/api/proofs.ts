import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { z } from 'zod';
import type { ChangeResult } from '../../contract/image-change.ts';
import type { TakeoverPlan, TakeoverRequest, TakeoverRun } from '../../contract/proof-takeover.ts';
import type {
  NewProof,
  NewProofLink,
  Proof,
  ProofAddressList,
  ProofChange,
  ProofList,
  ProofMade,
  ProofMarks,
  ProofMatches,
} from '../../contract/proofs.ts';
import { queryClient } from './query-client.ts';
import { get, send } from './request.ts';

const PROOFS = '/api/v1/proofs';

/** News tells when they change. */
export const proofsQuery = queryOptions({
  queryKey: ['proofs'],
  queryFn: async ({ signal }) => (await get<z.infer<typeof ProofList>>(PROOFS, signal)).items,
});

export const proofMarksQuery = (id: number) =>
  queryOptions({
    queryKey: ['proof-marks', id],
    queryFn: ({ signal }) => get<ProofMarks>(`${PROOFS}/${id}/marks`, signal),
  });

/** They depend on networks, which no news tells of. */
export const proofAddressesQuery = queryOptions({
  queryKey: ['proof-addresses'],
  queryFn: async ({ signal }) => (await get<z.infer<typeof ProofAddressList>>(`${PROOFS}/addresses`, signal)).items,
  staleTime: 0,
});

const post = (path: string, body: object) =>
  send(path, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });

async function change<Body>(method: string, path: string, body?: object): Promise<Body> {
  const answer = await send(path, {
    method,
    ...(body && { headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
  });
  await queryClient.invalidateQueries({ queryKey: ['proofs'] });
  return (answer.status === 204 ? undefined : await answer.json()) as Body;
}

const pathOf = (id: number, what = '') => `${PROOFS}/${id}${what}`;

export const makeProof = (wanted: z.input<typeof NewProof>) => change<ProofMade>('POST', PROOFS, wanted);
export const changeProof = (id: number, wanted: ProofChange) => change<Proof>('PATCH', pathOf(id), wanted);
/** Takes in what its search finds by now. */
export async function addMatches(id: number): Promise<void> {
  const { image_ids: add } = await get<z.infer<typeof ProofMatches>>(pathOf(id, '/matches'));
  await change('PATCH', pathOf(id), { add });
}
export const endProof = (id: number) => change('POST', pathOf(id, '/end'));
export const deleteProof = (id: number) => change('DELETE', pathOf(id));
/** Changed edits at once, not after quiet minutes. */
export const showChanges = (id: number) => change('POST', pathOf(id, '/show-changes'));
export const addLink = (id: number, name: string | null) =>
  change<NewProofLink>('POST', pathOf(id, '/links'), { name });
export const removeLink = (id: number, link: number) => change('DELETE', pathOf(id, `/links/${link}`));
/** The guest has finished, and can go on. */
export async function reopenGuest(id: number, guest: number): Promise<void> {
  await change('DELETE', pathOf(id, `/guests/${guest}/done`));
  await queryClient.invalidateQueries({ queryKey: ['proof-marks', id] });
}

/** What taking over would change; made anew whenever it is looked at. */
export const takeoverPlanQuery = (id: number, request: TakeoverRequest) =>
  queryOptions({
    queryKey: ['proof-takeover', id, request],
    queryFn: async () => (await (await post(pathOf(id, '/takeover/plan'), request)).json()) as TakeoverPlan,
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
    placeholderData: keepPreviousData,
  });

export const takeOver = async (id: number, run: z.input<typeof TakeoverRun>): Promise<ChangeResult> =>
  (await (await post(pathOf(id, '/takeover'), run)).json()) as ChangeResult;
