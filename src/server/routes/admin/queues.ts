import type { Services } from '../../services.ts';
import {
  JobCount,
  QueueList,
  MOST_FAILURES,
  MOST_PENDING,
  QueueName,
  type QueueStatus,
} from '../../../contract/admin.ts';
import { AppError } from '../../../platform/errors.ts';
import { failureId } from '../../../queues/failed-jobs.ts';
import type { JobQueue } from '../../../queues/job-queue.ts';
import { ok, done } from '../../routing/answers.ts';
import { route, type Route } from '../../routing/route.ts';

function queueOf({ queues }: Services, name: string): JobQueue {
  const known = QueueName.safeParse(name);
  if (!known.success)
    throw new AppError('not_found', `There is no queue ${name.slice(0, 40)}. The queues are refresh and export.`);
  return known.data === 'refresh' ? queues.refresh : queues.exports;
}

const noFailure = (failure: string) =>
  new AppError('not_found', `There is no failed job ${failure.slice(0, 40)} in this queue.`);

async function statusOf(library: Services['library'], queue: JobQueue): Promise<QueueStatus> {
  const pending = queue.pending();
  const failures = queue.failures();
  const filenameOf = async (id: number) => (await library.image(id).catch(() => null))?.filename ?? null;
  return {
    name: queue.name,
    file: queue.file,
    depth: pending.length,
    pending: pending.slice(0, MOST_PENDING),
    failed: failures.length,
    failures: await Promise.all(
      failures.slice(-MOST_FAILURES).map(async ({ job, reason }) => {
        const id = /^\d{1,15}$/.test(job) ? Number(job) : null;
        return { id: failureId({ job }), image_id: id, filename: id === null ? null : await filenameOf(id), reason };
      }),
    ),
  };
}

const list = async ({ queues, library, admin }: Services) => ({
  paused: admin.isPaused(),
  items: await Promise.all([queues.refresh, queues.exports].map((queue) => statusOf(library, queue))),
});

const pause = (queuesPaused: boolean) => (services: Services) => async () => {
  await services.admin.changeSettings({ queuesPaused });
  return list(services);
};

const paused = ok({ description: 'The queues as they are now.', json: QueueList });
const pauseErrors = ['invalid_settings', 'queue_error', 'storage_error'] as const;

export const adminQueueRoutes: readonly Route[] = [
  route({
    method: 'get',
    path: '/api/v1/admin/queues',
    id: 'listQueues',
    tag: 'Administration',
    summary: 'List the queues',
    scope: 'admin',
    answers: ok({ description: 'Waiting and failed jobs.', json: QueueList }),
    errors: ['queue_error'],
    handle: (services) => () => list(services),
  }),
  route({
    method: 'post',
    path: '/api/v1/admin/queues/pause',
    id: 'pauseQueues',
    tag: 'Administration',
    summary: 'Pause the queues',
    scope: 'admin',
    answers: paused,
    errors: pauseErrors,
    handle: pause(true),
  }),
  route({
    method: 'post',
    path: '/api/v1/admin/queues/resume',
    id: 'resumeQueues',
    tag: 'Administration',
    summary: 'Resume the queues',
    scope: 'admin',
    answers: paused,
    errors: pauseErrors,
    handle: pause(false),
  }),
  route({
    method: 'post',
    path: '/api/v1/admin/queues/:queue/retry',
    id: 'retryFailedJobs',
    tag: 'Administration',
    summary: 'Retry all failed jobs',
    scope: 'admin',
    answers: ok({ description: 'The number of jobs queued again.', json: JobCount }),
    errors: ['read_only', 'queue_error'],
    handle:
      (services) =>
      async ({ params }) => ({ jobs: await queueOf(services, params.queue).retryFailed() }),
  }),
  route({
    method: 'post',
    path: '/api/v1/admin/queues/:queue/clear',
    id: 'clearQueue',
    tag: 'Administration',
    summary: 'Discard all waiting jobs',
    scope: 'admin',
    answers: ok({ description: 'The number of jobs discarded.', json: JobCount }),
    errors: ['queue_error'],
    handle:
      (services) =>
      ({ params }) => ({ jobs: queueOf(services, params.queue).clear() }),
  }),
  route({
    method: 'delete',
    path: '/api/v1/admin/queues/:queue/failures',
    id: 'forgetFailedJobs',
    tag: 'Administration',
    summary: 'Forget all failed jobs',
    scope: 'admin',
    answers: done('The list of failed jobs is empty.'),
    errors: ['queue_error'],
    handle:
      (services) =>
      ({ params }) =>
        queueOf(services, params.queue).forgetFailed(),
  }),
  route({
    method: 'post',
    path: '/api/v1/admin/queues/:queue/failures/:failure/retry',
    id: 'retryFailedJob',
    tag: 'Administration',
    summary: 'Retry a failed job',
    scope: 'admin',
    answers: ok({ description: 'The job is queued again.', json: JobCount }),
    errors: ['read_only', 'queue_error'],
    handle:
      (services) =>
      async ({ params: { queue, failure } }) => {
        if (!(await queueOf(services, queue).retryFailure(failure))) throw noFailure(failure);
        return { jobs: 1 };
      },
  }),
  route({
    method: 'delete',
    path: '/api/v1/admin/queues/:queue/failures/:failure',
    id: 'forgetFailedJob',
    tag: 'Administration',
    summary: 'Forget a failed job',
    scope: 'admin',
    answers: done('The job is no longer listed.'),
    errors: ['queue_error'],
    handle:
      (services) =>
      ({ params: { queue, failure } }) => {
        if (!queueOf(services, queue).forgetFailure(failure)) throw noFailure(failure);
      },
  }),
];
