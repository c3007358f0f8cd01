import { FarmPause, FarmState } from '../../contract/farm.ts';
import { json, noStore } from '../openapi/answers.ts';
import type { Operation } from '../openapi/operation.ts';

const state = { description: 'The state of the machines.', json: FarmState, headers: noStore };
const body = { schema: FarmPause, types: json, required: false, example: { worker: 'laptop' } };

export const adminFarmOperations: readonly Operation[] = [
  {
    method: 'get',
    path: '/api/v1/admin/farm',
    id: 'getFarm',
    tag: 'Administration',
    summary: 'Read which machines render, and how far they are',
    access: 'admin',
    answers: { 200: state },
  },
  {
    method: 'post',
    path: '/api/v1/admin/farm/pause',
    id: 'pauseFarm',
    tag: 'Administration',
    summary: 'Pause one worker, or all',
    description:
      'It finishes the job that it has and takes no other. Workers may start again with Safelight. 409 `conflict` while `farmBroker` is empty.',
    access: 'admin',
    body,
    answers: { 200: state },
    errors: ['invalid_body', 'not_found', 'conflict'],
  },
  {
    method: 'post',
    path: '/api/v1/admin/farm/resume',
    id: 'resumeFarm',
    tag: 'Administration',
    summary: 'Resume one worker, or all',
    access: 'admin',
    body,
    answers: { 200: state },
    errors: ['invalid_body', 'not_found', 'conflict'],
  },
];
