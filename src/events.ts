import { EventEmitter } from 'node:events';

/** News that travel upward, from the rooms that know to whoever listens (tray, browser, log). */
export type News = {
  /** The library was found, lost, mended or replaced. */
  'library.state': [state: { ready: boolean; message: string }];
  /** The index holds a newer state of the library. */
  'index.changed': [state: { generation: number; images: number }];
  'index.progress': [progress: { done: number; total: number }];
  /** A preview file of this image came or went. */
  'preview.changed': [image: { id: number }];
  'queue.changed': [queue: { name: 'refresh' | 'export'; depth: number }];
  'settings.changed': [keys: { keys: string[] }];
};

/** The one publish/subscribe of a running Safelight. */
export class Events extends EventEmitter<News> {
  constructor() {
    super();
    this.setMaxListeners(0);
  }
}
