import { EventEmitter } from 'node:events';
import type { ChangeProgress } from '../contract/image-change.ts';
import type { PreviewFailureCode } from '../contract/preview.ts';
import type { PreviewProgress } from '../contract/preview-run.ts';
import type { Rendering } from '../contract/rendering.ts';

/** The state of darktable, as a word and a sentence. */
export type BridgeNews = {
  state: 'ready' | 'working' | 'stuck' | 'no-bridge' | 'closed' | 'missing';
  message: string;
};

/** Events from the lower rooms to their listeners (tray, browser, log). */
export type News = {
  /** The library became readable or unreadable, or was replaced. */
  'library.state': [state: { ready: boolean; message: string }];
  /** The index has a newer state of the library. */
  'index.changed': [state: { generation: number; images: number }];
  /** An album, by the id of its tag, has another order or cover. */
  'albums.changed': [album: { id: number }];
  /** A new index is being built: at the first start, or for another library. */
  'index.begun': [];
  'index.progress': [progress: { done: number; total: number }];
  /** A preview file of this image appeared or disappeared. `isOutdated`: its history has changed, and nothing shows the new one yet. */
  'preview.changed': [image: { id: number; isOutdated?: boolean }];
  /** A preview failed: the code, and the reason in words for people. */
  'preview.failed': [image: { id: number; code: PreviewFailureCode; reason: string }];
  /** How far previews for the whole library are. */
  'previews.progress': [progress: PreviewProgress];
  /** Another program renders now, or none. */
  'rendering.changed': [rendering: Rendering];
  /** What workers on other machines do, or whether they can be reached. */
  'farm.changed': [];
  'queue.changed': [queue: { name: 'refresh' | 'export'; depth: number }];
  /** No export waits any more in the queue, or in what was asked for by a recipe. */
  'exports.finished': [];
  /** The number of new failures. */
  'queue.failed': [queue: { name: 'refresh' | 'export'; failures: number }];
  /** The queues were paused or resumed. */
  'queues.paused': [queues: { paused: boolean }];
  /** How far a change of several images is: `done` of them, by this client. */
  'change.progress': [change: ChangeProgress];
  /** A change was taken back; or an undo was, so that a change stands again. */
  'change.undone': [change: { change: number }];
  /** A change was put off until darktable is closed, or is done now. `waiting`: how many wait. */
  'postponed.changed': [postponed: { waiting: number }];
  /** How many rejects show as made and wait for darktable; or what they wait for has changed. */
  'rejects.waiting': [rejects: { images: number }];
  /** The state of darktable or the plugin changed. */
  'bridge.changed': [bridge: BridgeNews];
  /** The setting `readOnly` changed. */
  'read-only.changed': [state: { readOnly: boolean }];
  'settings.changed': [keys: { keys: string[] }];
  /** A device asks for more rights, or was answered. `waiting`: how many wait for an answer. */
  'rights.changed': [requests: { waiting: number }];
  /** An agent did something, or asks to be allowed to change things; or a plan was made or settled. `asking`: how many ask. */
  'agents.changed': [agents: { asking: number }];
  /** A publication was added, changed or deleted, or how far its run is. */
  'publications.changed': [publication: { id: number }];
  /** A run of a publication has ended. */
  'publication.ended': [publication: { id: number }];
  /** A proof was made, changed, ended or deleted, how far its pictures are, or who was there. */
  'proofs.changed': [proof: { id: number }];
  /** A guest marked a picture or said something of it. null: it is not in the library. */
  'proof.marked': [mark: { proof: number; image: number | null }];
  /** A guest has finished. */
  'proof.done': [end: { proof: number; guest: number }];
  /** The address of a webhook answered that it is gone, so that it is switched off. */
  'webhook.gone': [webhook: { name: string }];
  /** The server has another address. */
  'server.moved': [server: { url: string }];
  /** A newer Safelight is known, or how far its installation is. */
  'updates.changed': [];
  /** Another library is shown; the message says why. */
  'library.switched': [library: { file: string; message: string }];
};

/** The event bus of a running Safelight. */
export class Events extends EventEmitter<News> {
  constructor() {
    super();
    this.setMaxListeners(0);
  }
}
