import { z } from 'zod';
import type { Request } from 'express';
import { AddressEcho } from '../../../contract/public-address.ts';
import { TEST_EVENT } from '../../../network/public-address/test-address.ts';
import type { Visit } from '../../../network/public-address/visits.ts';
import { AppError } from '../../../platform/errors.ts';
import { cameByHttps, senderOfRequest } from '../../network/request-sender.ts';
import { EVENT_HEADERS } from '../../responses/event-stream.ts';
import { noStore, ok } from '../../routing/answers.ts';
import { json } from '../../routing/body.ts';
import { route, type Route } from '../../routing/route.ts';

const visitOf = (req: Request, body?: unknown): Visit => ({
  host: req.headers.host,
  origin: req.headers.origin,
  cookie: req.headers.cookie,
  authorization: req.headers.authorization,
  url: req.originalUrl,
  body,
  isForwarded: senderOfRequest(req).isForwarded,
  isHttps: cameByHttps(req),
  isOwnTls: req.secure,
});

const notExpected = () => new AppError('not_found', 'No test of the public address expects this.');

const ANSWER = ok({
  description: 'The proof that this Safelight answers.',
  json: AddressEcho,
  example: { proof: '…' },
});

/** Where the test of the public address arrives. Without the word of a test that is running, there is nothing here. */
export const addressEchoRoutes: readonly Route[] = [
  route({
    method: 'get',
    path: '/health/:nonce',
    id: 'echoPage',
    tag: 'Service',
    summary: 'Check that this server answers at its public address',
    scope: 'none',
    answers: ANSWER,
    errors: ['not_found'],
    head: false,
    handle:
      ({ addressTest }) =>
      ({ params: { nonce }, req }) => {
        const expected = addressTest.visits.arrived(nonce, visitOf(req));
        if (!expected) throw notExpected();
        return { proof: expected.proof };
      },
  }),
  route({
    method: 'post',
    path: '/health/:nonce',
    id: 'echoChange',
    tag: 'Service',
    summary: 'Check that changes arrive through the public address',
    scope: 'none',
    body: json(z.strictObject({ nonce: z.string() }), { nonce: '…' }),
    answers: ANSWER,
    errors: ['not_found'],
    handle:
      ({ addressTest }) =>
      ({ params: { nonce }, body, req }) => {
        const expected = addressTest.visits.arrived(nonce, visitOf(req, body));
        if (!expected) throw notExpected();
        return { proof: expected.proof };
      },
  }),
  route({
    method: 'get',
    path: '/health/:nonce/events',
    id: 'echoEvent',
    tag: 'Service',
    summary: 'Check that events arrive through the public address',
    scope: 'none',
    answers: { 200: { description: 'A stream with one event.', types: ['text/event-stream'], headers: noStore } },
    errors: ['not_found'],
    head: false,
    handle:
      ({ addressTest }) =>
      ({ params: { nonce }, req, res }) => {
        const expected = addressTest.visits.arrived(nonce, visitOf(req));
        if (!expected) throw notExpected();
        // With the headers of the real ones, and as open as they are: what a proxy holds back would come at the end.
        res.writeHead(200, EVENT_HEADERS);
        res.write(`data: ${TEST_EVENT}\n\n`);
        expected.ended.addEventListener('abort', () => res.end(), { once: true });
      },
  }),
];
