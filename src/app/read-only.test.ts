/** Read-only mode, route by route of the API: a new one belongs to either side. */
import { expect, test } from 'vitest';
import { routes } from '../server/http-app.ts';
import { startApp } from '../testing/start-app.ts';

const changing = routes.filter(({ method, path }) => method !== 'get' && path.startsWith('/api/v1/'));
const nameOf = ({ method, path }: (typeof routes)[number]) => `${method.toUpperCase()} ${path.slice('/api/v1'.length)}`;

/** What looks or cancels, who may come in, and Safelight and its plugin themselves. */
const THROUGH = [
  'POST /searches',
  'DELETE /searches/:searchId',
  'POST /images/summary',
  'DELETE /exports/:batchId',
  'POST /recipes',
  'PUT /recipes/:recipeId',
  'DELETE /recipes/:recipeId',
  'POST /publications',
  'PUT /publications/:publicationId',
  'DELETE /publications/:publicationId',
  'POST /publications/:publicationId/plan',
  'DELETE /publications/:publicationId/runs',
  'POST /proofs',
  'PATCH /proofs/:proofId',
  'POST /proofs/:proofId/links',
  'DELETE /proofs/:proofId/links/:linkId',
  'POST /proofs/:proofId/show-changes',
  'DELETE /proofs/:proofId/guests/:guestId/done',
  'DELETE /proofs/:proofId/guests/:guestId',
  'POST /proofs/:proofId/takeover/plan',
  'POST /proofs/:proofId/end',
  'DELETE /proofs/:proofId',
  'POST /destinations',
  'PUT /destinations/:destinationId',
  'DELETE /destinations/:destinationId',
  'POST /destinations/:destinationId/test',
  'POST /webhooks',
  'PATCH /webhooks/:webhookId',
  'DELETE /webhooks/:webhookId',
  'POST /webhooks/:webhookId/secret',
  'POST /webhooks/:webhookId/test',
  'POST /webhooks/:webhookId/deliveries/:deliveryId/replay',
  'POST /images/removal-outlook',
  'POST /images/:id/render',
  'POST /admin/sign-in-links',
  'DELETE /admin/sessions/:sessionId',
  'POST /admin/pairings',
  'POST /rights-requests',
  'POST /admin/rights-requests/:requestId',
  'PATCH /agents/plans/:planId',
  'POST /agents/plans/:planId/refuse',
  'POST /agents/answer',
  'POST /admin/clients',
  'PATCH /admin/clients/:clientId',
  'POST /admin/clients/:clientId/rotate',
  'DELETE /admin/clients/:clientId',
  'PATCH /admin/settings',
  'POST /admin/https/authority',
  'POST /admin/public-address/test',
  'PATCH /admin/previews',
  'DELETE /admin/previews',
  'POST /admin/queues/pause',
  'POST /admin/queues/resume',
  'POST /admin/queues/:queue/clear',
  'DELETE /admin/queues/:queue/failures',
  'DELETE /admin/queues/:queue/failures/:failure',
  'POST /admin/bridge/install',
  'POST /admin/bridge/uninstall',
  'POST /admin/bridge/start-darktable',
  'POST /admin/farm/pause',
  'POST /admin/farm/resume',
  'DELETE /admin/darktable-lock',
  'POST /admin/update/check',
  'POST /admin/update/install',
  'DELETE /admin/update/install',
];

test('lets through only what neither changes the library nor asks for pictures', () => {
  const through = changing.filter(({ errors = [] }) => !errors.includes('read_only'));
  expect(through.map(nameOf)).toEqual(THROUGH);
});

test('refuses all else', async () => {
  const app = await startApp({
    library: [{ id: 1, history: [{ operation: 'exposure', module: 6, params: Buffer.alloc(24) }] }],
  });
  await app.app.settings.update({ readOnly: true });
  const answers = [];
  for (const route of changing.filter(({ errors = [] }) => errors.includes('read_only'))) {
    const path = route.path.replace(':op', 'exposure').replace(':queue', 'refresh').replace(/:\w+/g, '1');
    const scopes = ['admin', 'images:read', 'images:write', 'previews:read', 'cache:refresh', 'proofing:manage'];
    const { status, body } = await app.ask<{ error: string }>(route.method.toUpperCase(), path, {
      body: route.body?.example as object | undefined,
      scopes,
    });
    answers.push([nameOf(route), status, body.error]);
  }
  expect(answers.filter(([, , error]) => error !== 'read_only')).toEqual([]);
});
