import { Router } from 'express';
import { MOST_FAILURES, MOST_PENDING, QueueName, type QueueStatus } from '../../contract/admin.ts';
import { AppError } from '../../platform/errors.ts';
import { failureId } from '../../queues/failed-jobs.ts';
import type { JobQueue } from '../../queues/job-queue.ts';
import { scope } from '../middleware/guard.ts';
import type { Services } from '../../app/services.ts';

type Named = { queue: string };
type NamedFailure = Named & { failure: string };

/**
 * /admin/queues: GET    /admin/queues/pause, /admin/queues/resume: POST    /admin/queues/:queue/retry, /admin/queues/:queue/clear: POST
 * /admin/queues/:queue/failures, /admin/queues/:queue/failures/:failure: DELETE    /admin/queues/:queue/failures/:failure/retry: POST
 */
export function adminQueueRoutes({ queues, library, admin }: Services): Router {
  const routes = Router();
  const isAdmin = scope('admin');
  const queueOf = (name: string): JobQueue => {
    const known = QueueName.safeParse(name);
    if (!known.success)
      throw new AppError('not_found', `There is no queue ${name.slice(0, 40)}. The queues are refresh and export.`);
    return known.data === 'refresh' ? queues.refresh : queues.exports;
  };
  const filenameOf = async (id: number) => (await library.image(id).catch(() => null))?.filename ?? null;

  const statusOf = async (queue: JobQueue): Promise<QueueStatus> => {
    const pending = queue.pending();
    const failures = queue.failures();
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
  };
  const list = async () => ({
    paused: admin.isPaused(),
    items: await Promise.all([queues.refresh, queues.exports].map(statusOf)),
  });

  routes.get('/', isAdmin, async (_req, res) => {
    res.json(await list());
  });

  for (const [path, queuesPaused] of [
    ['/pause', true],
    ['/resume', false],
  ] as const) {
    routes.post(path, isAdmin, async (_req, res) => {
      await admin.changeSettings({ queuesPaused });
      res.json(await list());
    });
  }

  routes.post<Named>('/:queue/retry', isAdmin, async (req, res) => {
    res.json({ jobs: await queueOf(req.params.queue).retryFailed() });
  });
  routes.post<Named>('/:queue/clear', isAdmin, (req, res) => {
    res.json({ jobs: queueOf(req.params.queue).clear() });
  });
  routes.delete<Named>('/:queue/failures', isAdmin, (req, res) => {
    queueOf(req.params.queue).forgetFailed();
    res.status(204).end();
  });

  const noFailure = (failure: string) =>
    new AppError('not_found', `There is no failed job ${failure.slice(0, 40)} in this queue.`);
  routes.post<NamedFailure>('/:queue/failures/:failure/retry', isAdmin, async (req, res) => {
    const { queue, failure } = req.params;
    if (!(await queueOf(queue).retryFailure(failure))) throw noFailure(failure);
    res.json({ jobs: 1 });
  });
  routes.delete<NamedFailure>('/:queue/failures/:failure', isAdmin, (req, res) => {
    const { queue, failure } = req.params;
    if (!queueOf(queue).forgetFailure(failure)) throw noFailure(failure);
    res.status(204).end();
  });
  return routes;
}
