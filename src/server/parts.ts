import type { Auth } from '../auth/auth.ts';
import type { Edits } from '../edits/edits.ts';
import type { Events } from '../events.ts';
import type { Index } from '../index/index.ts';
import type { Library } from '../library/library.ts';
import type { Log } from '../log.ts';
import type { Previews } from '../previews/previews.ts';
import type { Queues } from '../queues/queues.ts';
import type { Clients } from '../settings/clients.ts';
import type { PreviewWaitTimes } from './preview-wait.ts';

/** What the routes are built on: every room that HTTP speaks for. */
export interface Parts {
  library: Library;
  index: Index;
  previews: Previews;
  queues: Queues;
  edits: Edits;
  auth: Auth;
  clients: Clients;
  events: Events;
  log: Log;
  version: string;
  /** Where the bridge leaves full-size exports. */
  exportDir: () => string;
  /** The address of this server as its own pages know it, such as http://127.0.0.1:4380. */
  origin: () => string;
  /** Origins of foreign pages that may read answers (CORS). */
  allowedOrigins: () => readonly string[];
  /** Host names besides the loopback ones that requests may name. */
  allowedHosts: () => readonly string[];
  /** How long a PATCH waits for its preview. */
  previewWait: PreviewWaitTimes;
  /** The built browser client, or null when it was not built. */
  webDir: string | null;
}
