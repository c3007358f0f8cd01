/**
 * A Safelight that tells a webhook what happened, and waits to be killed:
 *
 *   node src/testing/webhooks-child.ts FILE
 */
import { Events } from '../platform/events.ts';
import { silentLog } from '../platform/log.ts';
import { openWebhooks } from '../webhooks/webhooks.ts';

const events = new Events();
openWebhooks({ file: process.argv[2]!, version: '0', events, log: silentLog() });
events.emit('albums.changed', { id: 1 });
events.emit('albums.changed', { id: 2 });
setInterval(() => undefined, 1000);
