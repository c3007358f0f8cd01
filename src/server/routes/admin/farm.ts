import type { z } from 'zod';
import type { Services } from '../../services.ts';
import { FarmPause, FarmState } from '../../../contract/farm.ts';
import { AppError } from '../../../platform/errors.ts';
import { ok } from '../../routing/answers.ts';
import { optionalJson } from '../../routing/body.ts';
import { route, type Route } from '../../routing/route.ts';

const state = { description: 'The state of the machines.', json: FarmState };
const body = optionalJson(FarmPause, { worker: 'laptop' });

const pause =
  (isPaused: boolean) =>
  ({ farm }: Services) =>
  ({ body: { worker } }: { body: z.infer<typeof FarmPause> }) => {
    const { state: farmState, workers } = farm.state();
    if (farmState === 'off')
      throw new AppError('conflict', 'No other machine renders: the setting farmBroker is empty.');
    if (worker !== undefined && !workers.some(({ name }) => name === worker))
      throw new AppError('not_found', `No worker ${worker} has been seen.`);
    farm.pause(worker ?? null, isPaused);
    return farm.state();
  };

export const adminFarmRoutes: readonly Route[] = [
  route({
    method: 'get',
    path: '/api/v1/admin/farm',
    id: 'getFarm',
    tag: 'Administration',
    summary: 'Read which machines render, and their progress',
    scope: 'admin',
    answers: ok(state),
    handle:
      ({ farm }) =>
      () =>
        farm.state(),
  }),
  route({
    method: 'post',
    path: '/api/v1/admin/farm/pause',
    id: 'pauseFarm',
    tag: 'Administration',
    summary: 'Pause one worker, or all',
    description:
      'A paused worker finishes its job and takes no other. Workers may start again with Safelight. 409 `conflict` while `farmBroker` is empty.',
    scope: 'admin',
    body,
    answers: ok(state),
    errors: ['not_found', 'conflict'],
    handle: pause(true),
  }),
  route({
    method: 'post',
    path: '/api/v1/admin/farm/resume',
    id: 'resumeFarm',
    tag: 'Administration',
    summary: 'Resume one worker, or all',
    scope: 'admin',
    body,
    answers: ok(state),
    errors: ['not_found', 'conflict'],
    handle: pause(false),
  }),
];
