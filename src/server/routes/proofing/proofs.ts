import {
  NewLink,
  NewProof,
  NewProofLink,
  Proof,
  ProofAddressList,
  ProofChange,
  ProofList,
  ProofMade,
  ProofMatches,
} from '../../../contract/proofs.ts';
import { created, done, ok } from '../../routing/answers.ts';
import { json } from '../../routing/body.ts';
import { route, type Route } from '../../routing/route.ts';

const tag = 'Proofing';
const scope = 'proofing:manage';
const path = '/api/v1/proofs/:proofId';
const asked = {
  title: 'Anna & Ben',
  welcome: 'Please choose ten pictures for your album.',
  source: { ids: [4711] },
  most_favorites: 10,
};
const link = { id: 1, name: null, created_at: '2026-11-28T18:00:00.000Z' };
const { source: _source, ...rules } = NewProof.omit({ password: true, links: true, expires_at: true }).parse(asked);
const example = {
  ...rules,
  id: 1,
  has_password: false,
  is_shown: true,
  state: 'open' as const,
  expires_at: '2026-12-28T18:00:00.000Z',
  created_at: link.created_at,
  pictures: 1,
  made: 1,
  failed: 0,
  problem: null,
  changed: 0,
  matching: 0,
  guests_seen: 1,
  guests_done: 0,
  marked: 1,
  links: [link],
  visits: [{ day: '2026-11-28', visits: 2 }],
};
const one = { description: 'The proof.', json: Proof, example };
const linkMade = { ...link, path: '/p/4f7Jq0ZsW2bX9mKcTn3RvA' };

export const proofRoutes: readonly Route[] = [
  route({
    method: 'get',
    path: '/api/v1/proofs',
    id: 'listProofs',
    tag,
    summary: 'List the proofs',
    description: 'Of all libraries, the newest first.',
    scope,
    answers: ok({ description: 'The proofs.', json: ProofList, example: { items: [example] } }),
    errors: ['storage_error'],
    handle:
      ({ proofs }) =>
      async () => ({ items: await proofs.list() }),
  }),
  route({
    method: 'get',
    path: '/api/v1/proofs/addresses',
    id: 'listProofAddresses',
    tag,
    summary: 'List where guests find proofs',
    description:
      'The addresses that a link can begin with, the farthest reach first. Without any proof nothing listens for guests.',
    scope,
    answers: ok({
      description: 'The addresses.',
      json: ProofAddressList,
      example: { items: [{ url: 'https://proofs.example.org', reach: 'internet' as const, is_secure: true }] },
    }),
    handle:
      ({ proofAddresses }) =>
      () => ({ items: proofAddresses() }),
  }),
  route({
    method: 'post',
    path: '/api/v1/proofs',
    id: 'makeProof',
    tag,
    summary: 'Create a proof',
    description:
      'A fixed list of pictures of the library that is shown, which guests see by a link. What a search finds later is offered, and not added. The links are told here, and never again. 409 `conflict`: there are no such pictures, or too many.',
    scope,
    body: json(NewProof, asked),
    answers: created({
      description: 'The proof and its links.',
      json: ProofMade,
      example: { proof: example, links: [linkMade] },
    }),
    errors: ['conflict', 'storage_error', 'library_unavailable', 'index_building'],
    handle:
      ({ proofs }) =>
      ({ body }) =>
        proofs.make(body),
  }),
  route({
    method: 'get',
    path,
    id: 'getProof',
    tag,
    summary: 'Read one proof',
    scope,
    answers: ok(one),
    errors: ['not_found', 'storage_error'],
    handle:
      ({ proofs }) =>
      ({ params }) =>
        proofs.find(params.proofId),
  }),
  route({
    method: 'patch',
    path,
    id: 'changeProof',
    tag,
    summary: 'Change a proof',
    description:
      'What is not sent stays as it is. Links stay the same; another password ends the sessions of guests. One that has expired is opened by another `expires_at`. A picture that is taken out is gone for guests at once; if it is added again, its marks are there. 409 `conflict`: it was ended.',
    scope,
    body: json(ProofChange, { most_favorites: 12, add: [4711] }),
    answers: ok(one),
    errors: ['not_found', 'conflict', 'storage_error', 'library_unavailable'],
    handle:
      ({ proofs }) =>
      ({ params, body }) =>
        proofs.change(params.proofId, body),
  }),
  route({
    method: 'get',
    path: `${path}/matches`,
    id: 'listProofMatches',
    tag,
    summary: 'List new matches of a proof',
    description:
      'Images that its search finds by now and that were never in it. `PATCH` adds them. None where it was made of a list.',
    scope,
    answers: ok({ description: 'Their ids.', json: ProofMatches, example: { image_ids: [4712] } }),
    errors: ['not_found', 'storage_error', 'library_unavailable', 'index_building'],
    handle:
      ({ proofs }) =>
      async ({ params }) => ({ image_ids: await proofs.matches(params.proofId) }),
  }),
  route({
    method: 'post',
    path: `${path}/links`,
    id: 'addProofLink',
    tag,
    summary: 'Add a link to a proof',
    description: 'It is told here, and never again: Safelight keeps only its hash.',
    scope,
    body: json(NewLink, { name: null }),
    answers: created({ description: 'The link.', json: NewProofLink, example: linkMade }),
    errors: ['not_found', 'conflict', 'storage_error'],
    handle:
      ({ proofs }) =>
      ({ params, body }) =>
        proofs.addLink(params.proofId, body.name),
  }),
  route({
    method: 'delete',
    path: `${path}/links/:linkId`,
    id: 'removeProofLink',
    tag,
    summary: 'Remove a link of a proof',
    description: 'It leads nowhere from now on, also for those who came by it. What they said stays.',
    scope,
    answers: done('It is removed.'),
    errors: ['not_found', 'storage_error'],
    handle:
      ({ proofs }) =>
      ({ params }) =>
        proofs.removeLink(params.proofId, params.linkId),
  }),
  route({
    method: 'post',
    path: `${path}/show-changes`,
    id: 'showProofChanges',
    tag,
    summary: 'Give guests the changed edits now',
    description: 'Instead of after `quiet_minutes`.',
    scope,
    answers: done('They are shown as soon as they are made.'),
    errors: ['not_found', 'storage_error'],
    handle:
      ({ proofs }) =>
      ({ params }) =>
        proofs.showChanges(params.proofId),
  }),
];

/** After those that need a proof. */
export const proofEndRoutes: readonly Route[] = [
  route({
    method: 'post',
    path: `${path}/end`,
    id: 'endProof',
    tag,
    summary: 'Stop showing a proof',
    description: 'For good: its links lead nowhere and its pictures are deleted. What guests said stays.',
    scope,
    answers: ok(one),
    errors: ['not_found', 'storage_error'],
    handle:
      ({ proofs }) =>
      ({ params }) =>
        proofs.end(params.proofId),
  }),
  route({
    method: 'delete',
    path,
    id: 'deleteProof',
    tag,
    summary: 'Delete a proof',
    description: 'With all that guests said of it. The images stay as they are.',
    scope,
    answers: done('It is deleted.'),
    errors: ['not_found', 'storage_error'],
    handle:
      ({ proofs }) =>
      ({ params }) =>
        proofs.remove(params.proofId),
  }),
];
