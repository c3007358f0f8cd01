import { ADMIN_EVENTS, EventsQuery, LIVE_EVENTS } from '../../contract/live-events.ts';
import { noStore } from '../openapi/answers.ts';
import type { Operation } from '../openapi/operation.ts';

export const eventsOperations: readonly Operation[] = [
  {
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
    access: 'images:read',
    query: EventsQuery,
    answers: {
      200: { description: 'The stream.', types: ['text/event-stream'], headers: noStore },
    },
    errors: ['invalid_query'],
    curl: { query: 'limit=1', options: ['-N'] },
  },
];
