import {
  NewRightsRequest,
  OwnRightsAnswer,
  OwnRightsRequest,
  RightsAnswer,
  RightsRequestList,
} from '../../../contract/rights-requests.ts';
import { AppError } from '../../../platform/errors.ts';
import { credentialsOf } from '../../middleware/guard.ts';
import { created, done, ok } from '../../routing/answers.ts';
import { json } from '../../routing/body.ts';
import { route, type Route } from '../../routing/route.ts';

export const rightsRequestRoutes: readonly Route[] = [
  route({
    method: 'post',
    path: '/api/v1/rights-requests',
    id: 'askForRights',
    tag: 'Session',
    summary: 'Ask for more rights',
    description:
      'For a browser that is signed in as a client: somebody with the scope `admin` answers, and the event `rights-changed` tells of it. A device has one open request at a time, asks at most three times an hour, and is forgotten after ten minutes.',
    scope: 'images:read',
    body: json(NewRightsRequest, { rights: 'cull' }),
    answers: created({
      description: 'The request is shown on the computer.',
      json: OwnRightsRequest,
      example: { rights: 'cull', state: 'open', expires: 1719055267000 },
    }),
    errors: ['conflict', 'slow_down'],
    handle: ({ auth, events }) => {
      return ({ body: { rights }, client, req }) => {
        if (auth.authenticate(credentialsOf(req)).via !== 'cookie')
          throw new AppError('forbidden', 'Only a browser that is signed in can ask for more rights.');
        const request = auth.rightsRequests.ask(client, rights);
        events.emit('rights.changed', { waiting: auth.rightsRequests.list().length });
        return request;
      };
    },
  }),
  route({
    method: 'get',
    path: '/api/v1/rights-requests',
    id: 'readOwnRightsRequest',
    tag: 'Session',
    summary: 'Read the request of this device',
    scope: 'images:read',
    answers: ok({
      description: 'The last request of the last ten minutes; null: there is none.',
      json: OwnRightsAnswer,
      example: { request: { rights: 'cull', state: 'granted', expires: 1719055267000 } },
    }),
    handle:
      ({ auth }) =>
      ({ client }) => ({ request: auth.rightsRequests.own(client) }),
  }),
  route({
    method: 'get',
    path: '/api/v1/admin/rights-requests',
    id: 'listRightsRequests',
    tag: 'Session',
    summary: 'List the devices that ask for more rights',
    scope: 'admin',
    answers: ok({ description: 'The open requests, oldest first.', json: RightsRequestList }),
    handle:
      ({ auth }) =>
      () => ({ items: auth.rightsRequests.list() }),
  }),
  route({
    method: 'post',
    path: '/api/v1/admin/rights-requests/:requestId',
    id: 'answerRightsRequest',
    tag: 'Session',
    summary: 'Answer a request for more rights',
    description:
      'Grants the scopes that the request names, besides those that the device has. A request is answered once.',
    scope: 'admin',
    body: json(RightsAnswer, { granted: true }),
    answers: done('The device is told.'),
    errors: ['storage_error'],
    handle:
      ({ auth, events }) =>
      ({ params, body: { granted } }) => {
        auth.rightsRequests.answer(params.requestId, granted);
        events.emit('rights.changed', { waiting: auth.rightsRequests.list().length });
      },
  }),
];
