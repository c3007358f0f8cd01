import { AppError, queueError } from '../platform/errors.ts';
import type { Log } from '../platform/log.ts';
import { whyNotAppended } from './append-ids.ts';

/** Turns what fails at the files of a queue into a queue_error with its path and reason. */
export class QueueAccess {
  readonly #queue: { name: string; file: string };
  readonly #log: Log;
  readonly #complaints = { read: '', written: '' };

  constructor(queue: { name: string; file: string }, log: Log) {
    this.#queue = queue;
    this.#log = log;
  }

  reading<T>(read: () => T): T {
    try {
      return read();
    } catch (error) {
      throw this.#refusal('read', error);
    }
  }

  /** What is read, or if that fails, what is known. */
  readingOr<T>(known: T, read: () => T): T {
    try {
      return this.reading(read);
    } catch {
      return known;
    }
  }

  writing<T>(write: () => T): T {
    const refuse = (error: unknown): never => {
      throw this.#refusal('written', error);
    };
    const accept = (result: Awaited<T>) => {
      this.#complaints.written = '';
      return result;
    };
    try {
      const result = write();
      return (result instanceof Promise ? result.then(accept, refuse) : accept(result as Awaited<T>)) as T;
    } catch (error) {
      return refuse(error);
    }
  }

  #refusal(what: 'read' | 'written', error: unknown): AppError {
    if (error instanceof AppError) return error;
    const { name, file } = this.#queue;
    const refused = queueError(`The ${name} queue ${file} cannot be ${what}: ${whyNotAppended(error)}.`, error);
    // Logged once: a gallery requests hundreds of pictures.
    if (refused.message !== this.#complaints[what]) this.#log.warn(refused.message);
    this.#complaints[what] = refused.message;
    return refused;
  }
}
