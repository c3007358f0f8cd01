import type { Response } from 'express';
import { ProofFileNamesQuery, ProofMarks, UNMARKED } from '../../../contract/proofs.ts';
import { contentDisposition } from '../../responses/content-disposition.ts';
import { done, noStore, ok } from '../../routing/answers.ts';
import { route, type Route } from '../../routing/route.ts';

const tag = 'Proofing';
const scope = 'proofing:manage';
const path = '/api/v1/proofs/:proofId';
const picture = '7hK2mQx9TzB4';
const at = '2026-11-28T19:12:00.000Z';
const marks = {
  pictures: [{ picture, image_id: 4711, filename: 'IMG_4711.CR3' }],
  guests: [{ id: 1, name: 'Anna', link: 1, done_at: null, final_text: '' }],
  marks: [{ ...UNMARKED, favorite: true, picture, guest: 1, at }],
  comments: [
    { id: 1, picture, guest: 1, text: 'Please without the uncle', point: { x: 0.8, y: 0.4 }, is_earlier: false, at },
  ],
};
const file = { ...noStore, 'Content-Disposition': 'always' } as const;

function send(res: Response, name: string, type: string, text: string): void {
  res.set('Cache-Control', 'no-store').set('Content-Disposition', contentDisposition('attachment', name));
  res.type(type).send(text);
}

export const proofGuestRoutes: readonly Route[] = [
  route({
    method: 'get',
    path: `${path}/marks`,
    id: 'listProofMarks',
    tag,
    summary: 'List what guests said',
    description: 'Marks and comments of all guests on the pictures that are in the proof now.',
    scope,
    answers: ok({ description: 'All of it.', json: ProofMarks, example: marks }),
    errors: ['not_found', 'storage_error', 'library_unavailable'],
    handle:
      ({ proofs }) =>
      ({ params }) =>
        proofs.marks(params.proofId),
  }),
  route({
    method: 'get',
    path: `${path}/marks.csv`,
    id: 'downloadProofMarks',
    tag,
    summary: 'Download what guests said as CSV',
    description:
      'UTF-8, a line for each picture and guest. What a spreadsheet would take for a formula has an apostrophe before it.',
    scope,
    answers: { 200: { description: 'The table.', types: ['text/csv'], headers: file } },
    errors: ['not_found', 'storage_error', 'library_unavailable'],
    curl: { save: 'marks.csv' },
    handle:
      ({ proofs }) =>
      async ({ params, res }) =>
        send(res, `proof-${params.proofId}.csv`, 'text/csv', await proofs.csv(params.proofId)),
  }),
  route({
    method: 'get',
    path: `${path}/file-names`,
    id: 'listProofFileNames',
    tag,
    summary: 'List file names of marked pictures',
    description: 'A line for each name, to be copied into a search.',
    scope,
    query: ProofFileNamesQuery,
    answers: { 200: { description: 'The names.', types: ['text/plain'], headers: file } },
    errors: ['not_found', 'storage_error', 'library_unavailable'],
    curl: { query: 'marked=favorite' },
    handle:
      ({ proofs }) =>
      async ({ params, query, res }) => {
        const names = await proofs.fileNames(params.proofId, query);
        send(res, `proof-${params.proofId}.txt`, 'text/plain', names.map((name) => `${name}\n`).join(''));
      },
  }),
  route({
    method: 'delete',
    path: `${path}/guests/:guestId/done`,
    id: 'openProofAgain',
    tag,
    summary: 'Open a proof again for a guest',
    description: 'Who was done can go on. Nothing happens where the guest was not.',
    scope,
    answers: done('The guest can go on.'),
    errors: ['not_found', 'storage_error'],
    handle:
      ({ proofs }) =>
      ({ params }) =>
        proofs.openAgain(params.proofId, params.guestId),
  }),
  route({
    method: 'delete',
    path: `${path}/guests/:guestId`,
    id: 'removeProofGuest',
    tag,
    summary: 'Remove a guest',
    description: 'With all that the guest said. A link stays as it is: who has one can come again.',
    scope,
    answers: done('The guest is removed.'),
    errors: ['not_found', 'storage_error'],
    handle:
      ({ proofs }) =>
      ({ params }) =>
        proofs.removeGuest(params.proofId, params.guestId),
  }),
];
