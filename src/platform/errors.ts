import type { ErrorCode } from '../contract/errors.ts';

/** An error with a code of the contract. Thrown where it occurs, turned into HTTP in `server/`. */
export class AppError extends Error {
  readonly code: ErrorCode;
  /** Seconds until a retry makes sense, for 429 and 503. */
  readonly retryAfterSeconds: number | undefined;
  /** What is wrong with each field, by name. */
  readonly fields: Readonly<Record<string, string>> | undefined;

  constructor(
    code: ErrorCode,
    detail: string,
    options: { cause?: unknown; retryAfterSeconds?: number; fields?: Record<string, string> } = {},
  ) {
    super(detail, options.cause === undefined ? undefined : { cause: options.cause });
    this.name = 'AppError';
    this.code = code;
    this.retryAfterSeconds = options.retryAfterSeconds;
    this.fields = options.fields;
  }
}

export const imageNotFound = (id: number | bigint) =>
  new AppError('not_found', `There is no image ${id} in the library.`);
export const invalidQuery = (detail: string) => new AppError('invalid_query', detail);
export const forbidden = (scope: string) =>
  new AppError('forbidden', `This needs the scope ${scope}, which the token does not have.`);
export const queueError = (detail: string, cause?: unknown) => new AppError('queue_error', detail, { cause });
export const libraryUnavailable = (detail: string) =>
  new AppError('library_unavailable', detail, { retryAfterSeconds: 5 });
export const READ_ONLY_MODE =
  'Safelight is in read-only mode: edits, new previews and exports are refused. You can turn it off in the settings.';

export const readOnly = (why = READ_ONLY_MODE) => new AppError('read_only', why);

/** The message of anything thrown, in one line. */
export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
