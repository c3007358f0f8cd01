import { EventEmitter } from 'node:events';
import type { PreviewFailureCode } from '../contract/preview.ts';
import type { Rendering } from '../contract/rendering.ts';

/** How it stands with darktable, in one word and in a sentence. */
export type BridgeNews = {
  state: 'ready' | 'working' | 'stuck' | 'no-bridge' | 'closed' | 'missing';
  message: string;
};

/** News that travel upward, from the rooms that know to whoever listens (tray, browser, log). */
export type News = {
  /** The library was found, lost, mended or replaced. */
  'library.state': [state: { ready: boolean; message: string }];
  /** The index holds a newer state of the library. */
  'index.changed': [state: { generation: number; images: number }];
  /** The index is made anew: at the first start, or as the library is another one. */
  'index.begun': [];
  'index.progress': [progress: { done: number; total: number }];
  /** A preview file of this image came or went. */
  'preview.changed': [image: { id: number }];
  /** It could not be made, and why, in a word and for people. */
  'preview.failed': [image: { id: number; code: PreviewFailureCode; reason: string }];
  /** Somebody else renders, or nobody. */
  'rendering.changed': [rendering: Rendering];
  'queue.changed': [queue: { name: 'refresh' | 'export'; depth: number }];
  /** So many more jobs could not be done. */
  'queue.failed': [queue: { name: 'refresh' | 'export'; failures: number }];
  /** Queues were paused or go on, whoever did it. */
  'queues.paused': [queues: { paused: boolean }];
  /** darktable or the plugin in it came, went, or does something else. */
  'bridge.changed': [bridge: BridgeNews];
  /** Images may be changed no longer, or again: the setting `readOnly`. */
  'read-only.changed': [state: { readOnly: boolean }];
  'settings.changed': [keys: { keys: string[] }];
  /** The server answers at another address. */
  'server.moved': [server: { url: string }];
  /** Another library is shown, and why, in words for people. */
  'library.switched': [library: { file: string; message: string }];
};

/** The one publish/subscribe of a running Safelight. */
export class Events extends EventEmitter<News> {
  constructor() {
    super();
    this.setMaxListeners(0);
  }
}
