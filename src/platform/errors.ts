import type { ErrorCode } from '../contract/errors.ts';

/** A failure that has a name in the contract. Thrown where the fact is known, turned into HTTP once, in `server/`. */
export class AppError extends Error {
  readonly code: ErrorCode;
  /** Seconds after which trying again makes sense, for 429 and 503. */
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
export const unauthorized = (detail: string) => new AppError('unauthorized', detail);
export const forbidden = (scope: string) =>
  new AppError('forbidden', `This needs the scope ${scope}, which the token does not have.`);
export const queueError = (detail: string, cause?: unknown) => new AppError('queue_error', detail, { cause });
export const libraryUnavailable = (detail: string) =>
  new AppError('library_unavailable', detail, { retryAfterSeconds: 5 });

export const MOST_COMPLAINTS = 50;
const LONGEST_COMPLAINT = 1000;

/** Complaints in one line. Of a body with a hundred thousand mistakes the answer would be a hundred times as long as the body. */
export function complaintLine(complaints: readonly string[]): string {
  const told = complaints.slice(0, MOST_COMPLAINTS).map(shortened);
  const left = complaints.length - told.length;
  return [...told, ...(left > 0 ? [`and ${left} more`] : [])].join('; ');
}

const shortened = (text: string) => (text.length > LONGEST_COMPLAINT ? `${text.slice(0, LONGEST_COMPLAINT)}…` : text);

/** As many fields are named as the line has complaints; it tells how many more there are. */
export const invalidSettings = (complaints: readonly (readonly [name: string, complaint: string])[]) =>
  new AppError('invalid_settings', complaintLine(complaints.map(([name, complaint]) => `${name}: ${complaint}`)), {
    fields: Object.fromEntries(
      complaints.slice(0, MOST_COMPLAINTS).map(([name, complaint]) => [name, shortened(complaint)]),
    ),
  });
export const readOnly = () =>
  new AppError(
    'read_only',
    'Safelight is in read-only mode: it edits nothing, and asks darktable for no previews and exports. The settings end that.',
  );

/** What went wrong, in one line, of anything that was thrown. */
export function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
