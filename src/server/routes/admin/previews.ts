import type { Services } from '../../services.ts';
import { PreviewRun, PreviewRunPatch } from '../../../contract/preview-run.ts';
import { ok, accepted, done } from '../../routing/answers.ts';
import { json } from '../../routing/body.ts';
import { route, type Route } from '../../routing/route.ts';

const path = '/api/v1/admin/previews';
const tag = 'Administration';
const example = { state: 'running', total: 4200, done: 310, failed: 2, remaining_seconds: 5600 } as const;
const answer = (description: string) => ({ description, json: PreviewRun, example });

const runOf = ({ previewRun, rendering }: Services): PreviewRun => ({
  ...previewRun.progress(),
  remaining_seconds: rendering()?.is_rendering === true ? previewRun.remainingSeconds() : null,
});

export const adminPreviewRoutes: readonly Route[] = [
  route({
    method: 'get',
    path,
    id: 'getPreviewRun',
    tag,
    summary: 'Get the progress of previews for the whole library',
    scope: 'admin',
    answers: ok(answer('The present or the last run.')),
    handle: (services) => () => runOf(services),
  }),
  route({
    method: 'post',
    path,
    id: 'startPreviewRun',
    tag,
    summary: 'Start previews for the whole library',
    description:
      'Queues every image whose preview is missing or older than its edits, newest images first and a few at a time: pictures that somebody looks at and exports go first. A run survives a restart.',
    scope: 'admin',
    answers: accepted(answer('The run has begun: first it counts.')),
    errors: ['read_only', 'conflict'],
    handle: (services) => () => {
      services.previewRun.start();
      return runOf(services);
    },
  }),
  route({
    method: 'patch',
    path,
    id: 'pausePreviewRun',
    tag,
    summary: 'Pause or resume the previews of the whole library',
    scope: 'admin',
    body: json(PreviewRunPatch, { paused: true }),
    answers: ok(answer('The run as it is now.')),
    errors: ['conflict'],
    handle:
      (services) =>
      ({ body }) => {
        services.previewRun.pause(body.paused);
        return runOf(services);
      },
  }),
  route({
    method: 'delete',
    path,
    id: 'cancelPreviewRun',
    tag,
    summary: 'Stop the previews of the whole library',
    description: 'Previews that were made stay.',
    scope: 'admin',
    answers: done('No run is under way.'),
    handle:
      ({ previewRun }) =>
      () =>
        previewRun.cancel(),
  }),
];
