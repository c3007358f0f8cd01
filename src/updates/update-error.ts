import type { UpdateProblemCode } from '../contract/updates.ts';

/** Why nothing is known about updates, or why one was not installed. Safelight goes on as it is. */
export class UpdateError extends Error {
  readonly code: UpdateProblemCode;

  constructor(code: UpdateProblemCode, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = 'UpdateError';
    this.code = code;
  }
}
