import { ADMIN_EVENTS, EventsQuery, LIVE_EVENTS } from '../../../contract/live-events.ts';
import { credentialsOf } from '../../middleware/guard.ts';
import { noStore } from '../../routing/answers.ts';
import { route, type Route } from '../../routing/route.ts';

export const eventRoutes: readonly Route[] = [
  route({
    method: 'get',
    path: '/api/v1/events',
    id: 'listenToEvents',
    tag: 'Service',
    summary: 'Listen to live events',
    description: [
      'Server-sent events. Each has a name, an id and JSON data. To continue after a lost connection, send the last id as `Last-Event-ID`. The first event is always `hello`; its `missed` is true when events between the two connections were lost. A comment is sent every 15 seconds to keep the connection open. The stream ends when the token expires or is revoked. Events:',
      ...Object.entries(LIVE_EVENTS).map(
        ([name, data]) =>
          `- \`${name}\`: ${Object.keys(data.shape)
            .map((key) => `\`${key}\``)
            .join(', ')}${ADMIN_EVENTS.has(name as never) ? ' (for the scope `admin`)' : ''}`,
      ),
    ].join('\n'),
    scope: 'images:read',
    query: EventsQuery,
    answers: { 200: { description: 'The stream.', types: ['text/event-stream'], headers: noStore } },
    curl: { query: 'limit=1', options: ['-N'] },
    head: false,
    handle:
      ({ auth, eventStream, version }) =>
      ({ query: { limit }, client, req, res }) => {
        const credentials = credentialsOf(req);
        const rights = () => {
          const { scopes } = auth.authenticate(credentials);
          if (!scopes.has('images:read')) throw new Error('The scope was removed.');
          return scopes;
        };
        eventStream.open(req, res, { version, clientId: client, rights, limit });
      },
  }),
];
