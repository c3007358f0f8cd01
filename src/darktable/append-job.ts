import { closeSync, constants, fstatSync, statSync, writeSync } from 'node:fs';
import { openOrdinaryFile } from '../platform/ordinary-file.ts';

const APPENDING = constants.O_WRONLY | constants.O_APPEND | constants.O_CREAT;
const MOST_ATTEMPTS = 20;

/**
 * Adds a job's UUID to a queue. The plugin may take the file between our opening and our writing, and miss the line: then it is written once more.
 * A job that is listed twice is done once, since the plugin claims it. Throws file system errors.
 */
export function appendJob(queue: string, uuid: string): void {
  for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt++) {
    const descriptor = openOrdinaryFile(queue, APPENDING);
    try {
      writeSync(descriptor, `${uuid}\n`);
      const written = fstatSync(descriptor);
      const named = statSync(queue, { throwIfNoEntry: false });
      if (named?.ino === written.ino && named.dev === written.dev) return;
    } finally {
      closeSync(descriptor);
    }
  }
}
